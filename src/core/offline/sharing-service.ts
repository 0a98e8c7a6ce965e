import type { CaptureInfo } from '../../tables/captures.ts';
import type { BundleRequest } from '../../workbench/plans.ts';
import type { WorkState } from '../../workbench/port.ts';
import type { ShareContents, SharedFile } from '../../workbench/share.ts';
import type { Calling } from '../calling.ts';
import type { CoreBase, Data } from '../data.ts';
import type { Opening } from '../opening.ts';
import type { ShareRequest, SharingDependencies } from './sharing.ts';

/** Writes the files that a person shares. */
export interface Sharing {
  readonly dependencies: SharingDependencies;
  /** Lists what `offlinePage` would include, without writing the file. */
  contents(request: ShareRequest): Promise<ShareContents>;
  /** Writes one HTML file that works offline and contains captures and results. */
  offlinePage(request: ShareRequest): Promise<SharedFile>;
  /** Writes calls to one file that a colleague can run again on other copies of the captures. */
  bundle(request: BundleRequest): Promise<Blob>;
  /** Replaces an open capture with a masked copy. */
  pseudonymise(capture_id: string): Promise<CaptureInfo>;
}

export function createSharing(
  base: CoreBase,
  data: Data,
  opening: Opening,
  calling: Calling,
  work: () => WorkState,
  conversations: SharingDependencies['conversations'],
): Sharing {
  const { activities, page, environment, verifications, signing } = base;
  const { runner, journals, runs, tools, replays, policies } = calling;
  const dependencies: SharingDependencies = {
    ...data,
    page,
    app_version: environment.version,
    runner,
    journals,
    verifications,
    signing,
    work,
    conversations,
    answered: () => runs.answered(),
    close: (id) => opening.close(id),
  };
  const load = () => import('./sharing.ts');
  return {
    dependencies,
    contents: async (request) => (await load()).shareContents(dependencies, request),
    offlinePage: ({ signal, ...request }) =>
      activities.run('Writing the one-file workbench', { signal }, async (inner) =>
        (await load()).sharedFile(dependencies, request, inner),
      ),
    bundle: ({ mask, signal, include_keys, decrypted, ...request }) =>
      activities.run('Writing the replay bundle', { signal }, async (inner) =>
        mask === undefined
          ? tools.bundle(request.name, request.capture_ids, request.tool_call_ids, {
              ...inner,
              include_keys,
              decrypted,
              sign: signing.signerFor(request.sign),
            })
          : (await load()).maskedBundle(dependencies, replays, { ...request, mask }, policies.initial(), inner),
      ),
    pseudonymise: (id) => activities.run(`Masking ${id}`, {}, async (inner) => (await load()).maskedInPlace(dependencies, id, inner)),
  };
}
