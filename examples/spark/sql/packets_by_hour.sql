SELECT hour, adv_type, count(*) AS packets, count(DISTINCT advertiser_addr) AS addresses, max(rssi) AS strongest
FROM all_rows
GROUP BY hour, adv_type
