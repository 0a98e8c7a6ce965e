import { formatCount } from '../../base/format.ts';
import type { AssignedNames } from '../ad/names.ts';
import { FORMATS, NAMES, SERVICES } from './rules.ts';
import type { Said } from './said.ts';

/** The probable kind of a device, with the evidence. */
export interface DeviceKind {
  /** For example `Apple phone, tablet or computer`; null if unknown. */
  readonly text: string | null;
  /** What the device sent that indicates its kind, one sentence per source. */
  readonly evidence: readonly string[];
}

const UNKNOWN: DeviceKind = { text: null, evidence: [] };

/**
 * Describes a device from its advertising data and from what it revealed in connections. Sources, most informative first: the model
 * that it states, its name, formats of vendors and networks, appearance, services, and finally the company of its manufacturer data. A
 * device can send false data, so this is its claim and not a fact.
 */
export function deviceKind(said: Said, names: AssignedNames): DeviceKind {
  const format = FORMATS.find(({ match }) => [...said.formats].some((each) => each === match || each.startsWith(`${match}:`)));
  const named = firstOf(said.names, (name) => NAMES.find(({ match }) => match.test(name)));
  const service = firstOf(listed(said), (uuid) => SERVICES.get(uuid));
  const appearance = said.appearance === null ? undefined : names.appearance(said.appearance);
  const company = firstOf([...said.companies], (id) => names.company(id));
  const stated = statedBy(said);
  const evidence = [
    ...stated.evidence,
    ...(named ? [`its name has the word of a ${named.found.kind}`] : []),
    ...(format ? [format.why] : []),
    ...(appearance === undefined ? [] : [`its appearance is "${appearance}"`]),
    ...(service ? [`it offers ${service.found.what} (${service.of})`] : []),
    ...(company ? [`its manufacturer data are of ${company.found}`] : []),
  ];
  if (evidence.length === 0) return unnamed(said, names);
  const text =
    stated.model ??
    named?.found.kind ??
    format?.kind ??
    appearance ??
    service?.found.kind ??
    stated.maker ??
    (company && `${shortCompany(company.found)} device`);
  return { text: text ?? null, evidence };
}

/** Maker and model as the device stated them in a connection (Device Information Service 3.1, 3.2): `Acme Sensors HR-7`. */
function statedBy({ revealed }: Said): { readonly model?: string; readonly maker?: string; readonly evidence: readonly string[] } {
  const stated = (what: 'model' | 'maker') => revealed?.stated.find((each) => each.what === what);
  const [maker, model] = [stated('maker'), stated('model')];
  const short = maker && shortCompany(maker.text);
  const whole = model && (short && !model.text.toLowerCase().startsWith(short.toLowerCase()) ? `${short} ${model.text}` : model.text);
  const evidence = [maker, model].flatMap((each) =>
    each ? [`it gave “${each.text}” as its ${each.what} in packet ${formatCount(each.packet)}`] : [],
  );
  return { ...(whole !== undefined && { model: whole }), ...(short !== undefined && { maker: `${short} device` }), evidence };
}

/** The fallback: uses the assigned names of services and companies that no rule covers. */
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

/** Returns a company's name without its legal form: `Garmin`, `Apple`. */
export const shortCompany = (name: string): string =>
  name.replace(
    /[,.]?\s+(?:inc|ltd|llc|corp|corporation|co|gmbh|ag|ab|oy|b\.?v|s\.?a|limited|international|electronics|technology|technologies)\b\.?.*$/i,
    '',
  );
