/**
 * Every id of the requirements, by specification: S0 the contract, S1 its short form, S2 tool use, S3 the chapter on
 * tools, S4 the interface with advice, R what settles their contradictions. A: applies as it is. B: applies adapted. N: does not apply here.
 */
const ids: Readonly<Record<string, { readonly A: string; readonly B: string; readonly N: string }>> = {
  S0: {
    A: `
      1.1 1.2 1.3 1.4 1.5 1.6 1.8 1.13 1.14 2.2 2.3 2.4 2.5 2.8 2.9 2.10 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.10 3.11
      3.12 3.13 3.14 4.1 4.2 4.3 5.1a 5.1b 5.1c 5.1d 5.2b 5.2c 5.2d 5.2e 5.3a 5.3b 5.3c 5.3d 5.3e 5.3f 5.3g 5.3h
      5.4a 5.4b 5.4c 5.4d 5.4e 6.0 6.1 6.3 6.4 7a.0 7a.1 7a.2 7a.3 7a.4 7a.5 7a.6 7a.7 7a.8 7a.9 7a.10 7a.11 7a.12
      7a.13 7a.14 7a.15 7a.16 7a.17 7a.19 7a.20 7a.21 7a.22 7a.23 7a.24 7a.25 7a.26 7a.27 7e.1 7e.2 7e.3 7e.4 7e.5
      7e.6 7e.10 7e.11 7b.1 7b.2 7b.3 7b.4 7b.5 7b.6 7b.7 7b.8 7b.9`,
    B: '1.7 1.9 1.10 1.11 1.12 2.1 2.6 2.7 3.9 5.2a 6.2 6.5 6.6 7a.18 7e.7 7e.8 7e.9',
    N: '',
  },
  S1: {
    A: '1 2 3 4 5 6 7',
    B: '',
    N: '',
  },
  S2: {
    A: `
      1 3 4a 4b 5 8a 8b 8c 9 10a 10b 10c 10d 10e 11 12 13 14 15 16 17 18 19 20 22 24 25 27 28 31 32 33 34 F3 C2 C6
      C7 C8 C9 C10 C11 C12 C13 P1 P2 P5 P6 P7 P8 P9 P10 P11 P12 L2 L4 L5 L6 X1 X2 X5 X6 X9 K1`,
    B: '2 6 7 21 23 26a 29 30 F1 F2 C1 C3 C4 C5 C14 P3 P4 L1 L3 U1 X3 X4 X7 X8',
    N: '26',
  },
  S3: {
    A: `
      1.1 1.2 1.3 1.7 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.11 2.12 2.13 2.14 2.15 2.16 2.17 2.19 2.25 2.26 2.32
      2.33 2.34 2.35 2.36 2.39 2.47 2.48 2.49 2.50 2.51 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.10 3.11 3.12 3.13 3.14
      3.16 3.17 3.18 3.19 3.20 3.21 3.22 3.23 3.24 3.25 3.26 3.27 3.28 3.30 3.31 3.32 3.33 3.35 3.36 3.37 3.38 3.39`,
    B: '1.4 1.5 1.6 1.8 2.10 2.18 2.20 2.22 2.23 2.24 2.27 2.31 2.37 2.38 2.40 2.41 2.42 2.43 2.44 2.46 3.9 3.15 3.29 3.34',
    N: '2.21 2.28 2.29 2.30 2.45',
  },
  S4: {
    A: `
      1.2 1.3 1.4 1.5 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 5.1 5.2 5.3 5.4 6.1 6.2 7.1 8.1 R.1 R.2 R.3 R.4 R.5
      R.6 R.7 R.8 R.9 R.10 R.11 R.12 R.13 R.15 R.16 R.17 R.18 R.19 R.20 R.21 R.22 R.24 R.25 X.2 X.4 Y.1 Y.2 V.1 V.2
      E.1 E.2 E.3 E.4 E.5 E.6 O.1 O.2 O.3 N.1 N.2 N.3 N.4 N.5 N.6 N.7 N.8 A.1 K.1 G.1 G.2 M.1`,
    B: '1.1 1.6 R.14 R.23 X.1 X.3 G.3',
    N: '',
  },
  R: {
    A: `
      1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 19 20 21 22 23 25 26 27 28 29 30 31 32 33 34 35 37 38 39 40 41 42 43 44
      45 47 48 49 50 51 52 53a 53b 53c 53d 53e 54d 56 57 58`,
    B: '',
    N: '18 36 46 54a 54b 54c 54e 55',
  },
};

export type Applies = 'A' | 'B' | 'N';

/** `S0-1.1` → how it applies, in the order of the specifications. */
export const requirements: ReadonlyMap<string, Applies> = new Map(
  Object.entries(ids).flatMap(([section, kinds]) =>
    (['A', 'B', 'N'] as const).flatMap((applies) =>
      kinds[applies]
        .split(/\s+/)
        .filter((name) => name !== '')
        .map((name) => [section === 'R' ? `R${name}` : `${section}-${name}`, applies] as const),
    ),
  ),
);

/** S0 for `S0-1.1`, R for `R7`. */
export const sectionOf = (id: string): string => (id.startsWith('R') ? 'R' : id.slice(0, 2));
