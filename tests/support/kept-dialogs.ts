/**
 * Where each dialog of the page is stored as text, with axe on each in both themes: names of screens
 * in tests/e2e/screens.spec.ts. A component that opens a dialog and is not named here fails tests/arch/dialogs.test.ts.
 */
export const KEPT_DIALOGS: Readonly<Record<string, readonly string[]>> = {
  'features/agents/servers/ServerForm.svelte': ['server-form'],
  'features/approval/ApprovalDialog.svelte': ['approval'],
  'features/files/MergeDialog.svelte': ['merge', 'merged'],
  'features/files/ProblemsDialog.svelte': ['problems'],
  'features/files/ReadingDialog.svelte': ['reading'],
  'features/history/HistoryDialog.svelte': ['history', 'compare'],
  'features/journal/CallersDialog.svelte': ['callers'],
  'features/journal/EntryDialog.svelte': ['journal-line'],
  'features/journal/JournalDialog.svelte': ['journal-file'],
  'features/keys/FoundKeysDialog.svelte': ['found-keys'],
  'features/keys/KeysDialog.svelte': ['keys'],
  'features/live/LiveDialog.svelte': ['live', 'scan-running', 'scan'],
  'features/manual/ManualDialog.svelte': ['manual'],
  'features/packets/ColumnsDialog.svelte': ['packet-columns'],
  'features/policy/PolicyDialog.svelte': ['policy'],
  'features/preview/PreviewDialog.svelte': ['preview', 'unsure'],
  'features/session/SaveSessionDialog.svelte': ['session'],
  'features/sharing/ReportDialog.svelte': ['report'],
  'features/sharing/ShareDialog.svelte': ['share'],
  'features/sql/QueriesDialog.svelte': ['queries'],
  'features/stored/StoredDialog.svelte': ['stored'],
  'features/verify/SigningDialog.svelte': ['signing'],
  'features/verify/VerificationDialog.svelte': ['verification'],
  'shell/CommandPalette.svelte': ['actions'],
  'shell/KeysHelp.svelte': ['shortcuts'],
  'shell/PhoneTabs.svelte': ['more'],
};
