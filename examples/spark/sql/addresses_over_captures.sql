SELECT advertiser_addr, count(DISTINCT capture_id) AS captures, count(*) AS packets, min(ts_us) AS first_us, max(ts_us) AS last_us
FROM all_rows
WHERE crc_ok AND advertiser_addr IS NOT NULL
GROUP BY advertiser_addr
