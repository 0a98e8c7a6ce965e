/**
 * Questions that are asked of captures, in the SQL that DuckDB, Spark, Trino and ClickHouse share; `a` and `b` are captures of the set.
 * @param characters the function that counts the characters of a text: Trino has no `char_length`, and the `length` of ClickHouse counts bytes
 */
export const typicalQueries = (a: string, b: string, characters: 'char_length' | 'length'): readonly string[] => [
  // Counts and shares.
  `SELECT count(*) AS n FROM all_rows`,
  `SELECT capture_id, count(*) AS n FROM all_rows GROUP BY capture_id`,
  `SELECT capture_id, hour, count(*) AS n FROM all_rows GROUP BY capture_id, hour`,
  `SELECT adv_type, count(*) AS n FROM ${a} GROUP BY adv_type`,
  `SELECT channel, count(*) AS n FROM ${a} GROUP BY channel`,
  `SELECT adv_type, channel, count(*) AS n FROM ${a} GROUP BY adv_type, channel`,
  `SELECT count(DISTINCT advertiser_addr) AS n FROM ${a}`,
  `SELECT count(DISTINCT adv_data) AS n FROM ${a}`,
  `SELECT capture_id, count(DISTINCT advertiser_addr) AS n FROM all_rows GROUP BY capture_id`,
  `SELECT count(local_name) AS named, count(*) - count(local_name) AS without FROM ${a}`,
  `SELECT crc_ok, count(*) AS n FROM ${a} GROUP BY crc_ok`,
  `SELECT advertiser_random, count(*) AS n FROM all_rows GROUP BY advertiser_random`,
  `SELECT local_name, count(*) AS n FROM all_rows WHERE local_name IS NOT NULL GROUP BY local_name`,
  // Strength.
  `SELECT min(rssi) AS low, max(rssi) AS high, avg(rssi) AS mean FROM ${a}`,
  `SELECT advertiser_addr, avg(rssi) AS mean, count(*) AS n FROM ${a} GROUP BY advertiser_addr`,
  `SELECT channel, avg(rssi) AS mean, stddev_pop(rssi) AS spread FROM ${a} GROUP BY channel`,
  `SELECT advertiser_addr, max(rssi) - min(rssi) AS span FROM ${a} GROUP BY advertiser_addr HAVING count(*) > 10`,
  `SELECT sum(CASE WHEN rssi > -60 THEN 1 ELSE 0 END) AS near, sum(CASE WHEN rssi <= -60 THEN 1 ELSE 0 END) AS far FROM ${a}`,
  `SELECT CASE WHEN rssi >= -50 THEN 'near' WHEN rssi >= -75 THEN 'middle' ELSE 'far' END AS zone, count(*) AS n FROM ${a} GROUP BY CASE WHEN rssi >= -50 THEN 'near' WHEN rssi >= -75 THEN 'middle' ELSE 'far' END`,
  `SELECT capture_id, min(rssi) AS low, max(rssi) AS high FROM all_rows WHERE rssi < 0 GROUP BY capture_id`,
  `SELECT var_pop(rssi) AS v FROM ${b}`,
  // Time.
  `SELECT min(ts_us) AS first, max(ts_us) AS last FROM ${a}`,
  `SELECT (max(ts_us) - min(ts_us)) / 1e6 AS seconds FROM ${a}`,
  `SELECT floor(ts_us / 60e6) AS minute, count(*) AS n FROM ${a} GROUP BY floor(ts_us / 60e6)`,
  `SELECT advertiser_addr, min(ts_us) AS first, max(ts_us) AS last FROM ${a} GROUP BY advertiser_addr`,
  `SELECT advertiser_addr, (max(ts_us) - min(ts_us)) / (count(*) - 1e0) AS gap FROM ${a} GROUP BY advertiser_addr HAVING count(*) > 1`,
  `SELECT count(*) AS n FROM ${a} WHERE ts_us BETWEEN (SELECT min(ts_us) FROM ${a}) AND (SELECT min(ts_us) + 10000000 FROM ${a})`,
  `SELECT hour, min(ts_us) AS first, count(*) AS n FROM all_rows WHERE capture_id = '${b}' GROUP BY hour`,
  // Single rows.
  `SELECT packet_no, advertiser_addr, rssi FROM ${a} ORDER BY packet_no LIMIT 20`,
  `SELECT packet_no, advertiser_addr, rssi FROM ${a} WHERE rssi IS NOT NULL ORDER BY rssi DESC, packet_no LIMIT 15`,
  `SELECT packet_no FROM ${a} WHERE adv_type = 'SCAN_RSP' ORDER BY packet_no LIMIT 10`,
  `SELECT packet_no, ts_us FROM ${b} WHERE advertiser_addr IS NULL ORDER BY packet_no LIMIT 10`,
  `SELECT DISTINCT advertiser_addr FROM ${a} WHERE advertiser_random`,
  `SELECT DISTINCT adv_type FROM all_rows`,
  // Text.
  `SELECT advertiser_addr, ${characters}(local_name) AS n FROM all_rows WHERE local_name IS NOT NULL GROUP BY advertiser_addr, local_name`,
  `SELECT substring(advertiser_addr, 1, 8) AS maker, count(*) AS n FROM ${a} GROUP BY substring(advertiser_addr, 1, 8)`,
  `SELECT count(*) AS n FROM all_rows WHERE lower(local_name) LIKE '%a%'`,
  `SELECT concat(adv_type, '/', advertiser_addr) AS what, count(*) AS n FROM ${a} WHERE adv_type IS NOT NULL AND advertiser_addr IS NOT NULL GROUP BY concat(adv_type, '/', advertiser_addr)`,
  `SELECT coalesce(local_name, 'none') AS name, count(*) AS n FROM ${a} GROUP BY coalesce(local_name, 'none')`,
  `SELECT upper(adv_type) AS t FROM ${a} WHERE adv_type IN ('ADV_IND', 'ADV_NONCONN_IND') GROUP BY upper(adv_type)`,
  // Joins and sets.
  `SELECT count(*) AS n FROM (SELECT DISTINCT advertiser_addr AS x FROM ${a}) p JOIN (SELECT DISTINCT advertiser_addr AS x FROM ${b}) q ON p.x = q.x`,
  `SELECT p.channel, p.n, q.n AS m FROM (SELECT channel, count(*) AS n FROM ${a} GROUP BY channel) p JOIN (SELECT channel, count(*) AS n FROM ${b} GROUP BY channel) q ON p.channel = q.channel`,
  `SELECT p.adv_type, q.n FROM (SELECT DISTINCT adv_type FROM ${a}) p LEFT JOIN (SELECT adv_type, count(*) AS n FROM ${b} WHERE rssi > -40 GROUP BY adv_type) q ON p.adv_type = q.adv_type`,
  `SELECT advertiser_addr FROM ${a} WHERE advertiser_addr NOT IN (SELECT advertiser_addr FROM ${b} WHERE advertiser_addr IS NOT NULL) GROUP BY advertiser_addr`,
  `SELECT 'a' AS side, count(*) AS n FROM ${a} UNION ALL SELECT 'b' AS side, count(*) AS n FROM ${b}`,
  `WITH busy AS (SELECT advertiser_addr, count(*) AS n FROM ${a} GROUP BY advertiser_addr) SELECT count(*) AS addresses, max(n) AS most, avg(n) AS mean FROM busy`,
  // Windows.
  `SELECT advertiser_addr, n, rank() OVER (ORDER BY n DESC) AS place FROM (SELECT advertiser_addr, count(*) AS n FROM ${a} GROUP BY advertiser_addr) t`,
  `SELECT packet_no, row_number() OVER (PARTITION BY channel ORDER BY packet_no) AS k FROM ${a} WHERE packet_no <= 200`,
  `SELECT max(gap) AS longest FROM (SELECT ts_us - min(ts_us) OVER (PARTITION BY advertiser_addr ORDER BY ts_us, packet_no ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING) AS gap FROM ${a} WHERE advertiser_addr IS NOT NULL) t`,
  `SELECT packet_no, sum(channel) OVER (ORDER BY packet_no ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS total FROM ${a} WHERE packet_no <= 100`,
  `SELECT hour, n, sum(n) OVER (ORDER BY hour) AS total FROM (SELECT hour, count(*) AS n FROM all_rows WHERE capture_id = '${b}' GROUP BY hour) t`,
];
