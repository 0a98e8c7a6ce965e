import type { OpenedVerification } from '../../workbench/verification.ts';

/** Parts of the view of plans and agents. */
export type AgentsTab = 'plan' | 'planner' | 'transcript' | 'schemas' | 'servers';

type Plain = 'merge' | 'policy' | 'keys' | 'queries' | 'journal' | 'callers' | 'session' | 'signing' | 'share' | 'history' | 'report';

/** Dialogs that belong to the page, or to one capture. */
export type PageDialog =
  | { readonly name: Plain | 'actions' | 'help' | 'live' | 'stored' }
  /** `place`: a page of the manual and, after #, a heading of it; its first page where absent. */
  | { readonly name: 'manual'; readonly place?: string }
  | { readonly name: 'verification'; readonly found: OpenedVerification }
  | { readonly name: 'reading' | 'problems' | 'found-keys'; readonly capture_id: string };
