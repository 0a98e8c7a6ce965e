import type { AssignedNames } from '../ad/names.ts';
import { FORMATS, NAMES, SERVICES } from './rules.ts';
import type { Said } from './said.ts';

/** What a device probably is, and what says so. */
export interface DeviceKind {
  /** `Apple phone, tablet or computer`; null where nothing says it. */
  readonly text: string | null;
  /** What was found in the advertising data, one sentence per source. */
  readonly evidence: readonly string[];
}

const UNKNOWN: DeviceKind = { text: null, evidence: [] };

/**
 * Describes a device from its advertising data. Sources in order of how much they tell: its name, formats of makers and networks, its
 * appearance, services, and last the company of its manufacturer data. A device may lie: this is what it says, not what it is.
 */
export function deviceKind(said: Said, names: AssignedNames): DeviceKind {
  const format = FORMATS.find(({ match }) => [...said.formats].some((each) => each === match || each.startsWith(`${match}:`)));
  const named = firstOf(said.names, (name) => NAMES.find(({ match }) => match.test(name)));
  const service = firstOf(listed(said), (uuid) => SERVICES.get(uuid));
  const appearance = said.appearance === null ? undefined : names.appearance(said.appearance);
  const company = firstOf([...said.companies], (id) => names.company(id));
  const evidence = [
    ...(named ? [`its name has the word of a ${named.found.kind}`] : []),
    ...(format ? [format.why] : []),
    ...(appearance === undefined ? [] : [`its appearance is "${appearance}"`]),
    ...(service ? [`it offers ${service.found.what} (${service.of})`] : []),
    ...(company ? [`its manufacturer data are of ${company.found}`] : []),
  ];
  if (evidence.length === 0) return unnamed(said, names);
  const text =
    named?.found.kind ?? format?.kind ?? appearance ?? service?.found.kind ?? (company && `${shortCompany(company.found)} device`);
  return { text: text ?? null, evidence };
}

/** The last resort: services and companies without a rule, by their assigned names. */
function unnamed(said: Said, names: AssignedNames): DeviceKind {
  const service = firstOf(listed(said), (uuid) => names.service(uuid));
  if (service) return { text: `${service.found} device`, evidence: [`it offers ${service.found} (${service.of})`] };
  const [own] = [...said.services].filter((uuid) => uuid.length > 8);
  if (own !== undefined)
    return { text: "Device with a maker's own service", evidence: [`it offers the service ${own}, which has no assigned name`] };
  const [company] = said.companies;
  if (company === undefined) return UNKNOWN;
  const id = `0x${company.toString(16).toUpperCase().padStart(4, '0')}`;
  return { text: `Device of company ${id}`, evidence: [`its manufacturer data have the company id ${id}, which has no assigned name`] };
}

/** UUIDs of lists and of service data. */
const listed = (said: Said): string[] => [
  ...said.services,
  ...[...said.formats].flatMap((format) => (format.startsWith('data:') ? [format.split(':')[1] ?? ''] : [])),
];

function firstOf<A, B>(list: readonly A[], find: (item: A) => B | undefined): { readonly of: A; readonly found: B } | undefined {
  for (const of of list) {
    const found = find(of);
    if (found !== undefined) return { of, found };
  }
  return undefined;
}

/** A company without its legal form: `Garmin`, `Apple`. */
export const shortCompany = (name: string): string =>
  name.replace(
    /[,.]?\s+(?:inc|ltd|llc|corp|corporation|co|gmbh|ag|ab|oy|b\.?v|s\.?a|limited|international|electronics|technology|technologies)\b\.?.*$/i,
    '',
  );
