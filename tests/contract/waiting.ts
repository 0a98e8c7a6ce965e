/** Ids without a row, and the capability each waits for. Nothing is added here; what is written is taken out. */
export const waiting: Readonly<Record<string, string>> = {
  'S2-21': 'manifests of other sources are imported with the dialects (MCP client)',
  'S2-X7': 'discovery of tools of other servers comes with the dialects (MCP client)',
  'S3-2.10': 'seeded chance comes with the statistics that resample',
  'S3-2.24': 'manifests of other sources are imported with the dialects (MCP client)',
};

/** How many ids of each specification may wait. These numbers only go down. */
export const most: Readonly<Record<string, number>> = { S0: 0, S1: 0, S2: 2, S3: 2, S4: 0, R: 0 };
