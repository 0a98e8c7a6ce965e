/** Arguments of the address analyzer for a first analysis of any recording of packets. */
export const FIRST_ANALYSIS = {
  address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' },
  analysis_mode: 'both',
  linkage_window_s: 180,
  min_observation_count: 5,
  rpa_rotation_model: 'spec_default',
} as const;
