/**
 * Where each dialog of the page is kept as words and pictures in three widths and both themes, with axe on each: names of screens
 * in tests/e2e/screens.spec.ts. A component that opens a dialog and is not named here fails tests/arch/dialogs.test.ts.
 */
export const KEPT_DIALOGS: Readonly<Record<string, readonly string[]>> = {
  'results/analyzer/pair/PairInspector.svelte': ['pair'],
  'views/approval/ApprovalDialog.svelte': ['approval'],
  'views/assistants/AssistantsDialog.svelte': ['planner', 'transcript', 'schemas', 'servers-none', 'servers', 'server-changed'],
  'views/audit/CallersDialog.svelte': ['callers'],
  'views/audit/EntryDialog.svelte': ['journal-line'],
  'views/audit/JournalDialog.svelte': ['journal'],
  'views/captures/MergeDialog.svelte': ['merge', 'merged'],
  'views/captures/ProblemsDialog.svelte': ['problems'],
  'views/captures/ReadingDialog.svelte': ['reading'],
  'views/captures/preview/PreviewDialog.svelte': ['preview', 'unsure'],
  'views/history/HistoryDialog.svelte': ['history', 'compare'],
  'views/keys/FoundKeysDialog.svelte': ['found-keys'],
  'views/keys/KeysDialog.svelte': ['keys'],
  'views/live/LiveDialog.svelte': ['live', 'scan-running', 'scan'],
  'views/plan/PlanDialog.svelte': ['plan', 'plan-run'],
  'views/policy/PolicyDialog.svelte': ['policy'],
  'views/session/SaveSessionDialog.svelte': ['session'],
  'views/share/ReportDialog.svelte': ['report'],
  'views/share/ShareDialog.svelte': ['share'],
  'views/shell/CommandPalette.svelte': ['actions'],
  'views/shell/KeysHelp.svelte': ['shortcuts'],
  'views/sql/QueriesDialog.svelte': ['queries'],
  'views/stored/StoredDialog.svelte': ['stored'],
  'views/traffic/packets/ColumnsDialog.svelte': ['packet-columns'],
  'views/verify/SigningDialog.svelte': ['signing'],
  'views/verify/VerificationDialog.svelte': ['verification'],
};
