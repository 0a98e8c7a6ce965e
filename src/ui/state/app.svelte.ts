import { createContext, untrack } from 'svelte';
import type { LiveStatus } from '../../live/service.ts';
import type { CallSelection } from '../../selection/call.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { saveBlob } from '../kit/save-text.ts';
import type { ApprovalQuestion, WorkState, WorkbenchPort } from '../../workbench/port.ts';
import type { ResultView } from '../../workbench/results.ts';
import type { LeftSession } from '../../workbench/stored.ts';
import { beforePicture } from '../kit/before-picture.ts';
import { isRecord } from '../../tools/contract/index.ts';
import { callOver, callWithFilter, withSelection } from '../../selection/narrowed-call.ts';
import { callSelection } from '../../selection/rows.ts';
import { FIRST_TOOL, firstTool } from './first-tool.ts';
import { columnAdvice } from './column-advice.ts';
import { InvocationState } from './invocation.svelte.ts';
import { KeysState } from './keys.svelte.ts';
import { PlaceState, RESULT_PART, type ViewId } from './place.svelte.ts';
import { NamesState } from './names.svelte.ts';
import { NotesState } from './notes.svelte.ts';
import { OverviewState } from './overview.svelte.ts';
import { OpeningState } from './opening.svelte.ts';
import { manifestOf } from './pickers.ts';
import { SingleKeys } from './page-keys.svelte.ts';
import { PlanState } from './plan.svelte.ts';
import { RecentState } from './recent.svelte.ts';
import type { AgentsTab, PageDialog } from './page-parts.ts';
import { ResultsState } from './results.svelte.ts';
import { SelectionState } from './selection.svelte.ts';
import { ServerForms } from './server-forms.svelte.ts';
import { SessionState } from './session.svelte.ts';
import { SqlState } from './sql.svelte.ts';
import { TrafficState } from './traffic.svelte.ts';
import { TypedAhead } from './typed-ahead.ts';
import { Theme } from './theme.svelte.ts';
import { constraintsOf, VerdictsState } from './verdicts.svelte.ts';
import { OverPort, WorkbenchState } from './workbench.svelte.ts';

const EXPORT_TOOL = 'capture_export';
/** Views that show the answer of their own call. */
const DRAWS_ANSWERS: readonly ViewId[] = ['identity', 'statistics', 'overview'];

/** State shared by all views. One instance per mounted page, provided by context. */
export class AppState extends OverPort {
  readonly selection = new SelectionState();
  readonly workbench = new WorkbenchState(this.port);
  readonly recent = new RecentState(this.port.recent, (title, work) => this.workbench.openLater(title, work));
  readonly opening = new OpeningState(this.port, this.workbench, this.recent);
  readonly overview = new OverviewState(this.port.devices);
  readonly results = new ResultsState(this.port.calls);
  readonly keys = new KeysState(this.port.keyring);
  readonly plan = new PlanState(this.port);
  readonly sql = new SqlState(this.port);
  readonly traffic = new TrafficState(
    () => this.workbench.captures,
    () => this.chosenCaptures,
  );
  readonly invocation = new InvocationState(
    this.port,
    () => {
      const { view } = this.place;
      return (result, invocation) => {
        this.results.add(result, invocation);
        this.beside = 'result';
        // Do not switch if the person moved to another view meanwhile.
        if (this.place.view === view && !DRAWS_ANSWERS.includes(view)) this.place.show('calls');
        this.unsaved ||= result.status !== 'error';
      };
    },
    () => ({ connection_id: this.keys.connection }),
    (call) => {
      // The list of tools changes with the engine and the policy, so read both.
      void [this.workbench.engine, this.workbench.policy];
      return columnAdvice(call, manifestOf(call, this.port.catalog.versions()), this.workbench.captures);
    },
  );
  readonly verdicts = new VerdictsState(() => void (this.unsaved = true));
  readonly notes = new NotesState(() => void (this.unsaved = true));
  readonly names = new NamesState(() => void (this.unsaved = true));
  readonly session = new SessionState(() => this.workbench.captures);
  readonly place = new PlaceState();
  readonly theme = new Theme();
  readonly singleKeys = new SingleKeys();
  /** Text typed before the palette's field is drawn. */
  readonly typedAhead = new TypedAhead();
  /** The call that awaits the person's approval. */
  approval = $state.raw<ApprovalQuestion | null>(null);
  /** Number of calls queued behind it. */
  approvalsWaiting = $state(0);
  readonly serverForms = new ServerForms();
  /** Sessions left by earlier pages, newest first. */
  left = $state.raw<readonly LeftSession[]>([]);
  /** Whether there are results or verdicts that no saved file contains. */
  unsaved = $state(false);
  /** Whether another tab opened the workbench first. */
  anotherTab = $state(false);
  /** The running scan, or the last one. */
  live = $state.raw<LiveStatus>(this.port.live.status());
  /** Number of sessions opened on this page. */
  restored = $state(0);
  agentsTab = $state<AgentsTab>('plan');
  beside = $state<'result' | 'tools'>('result');
  /** The page's frame has been drawn; views are created afterwards, in separate tasks. */
  frameDrawn = $state(false);
  /** Dialogs opened by several views and actions; the last is in front. */
  dialogs = $state.raw<readonly PageDialog[]>([]);
  /** Switches to a newer version; null if there is none. */
  update = $state.raw<(() => void) | null>(null);

  constructor(port: WorkbenchPort) {
    super(port);
    this.#captures(port.captures(), []);
  }

  get dialog(): PageDialog | null {
    return this.dialogs.at(-1) ?? null;
  }

  /** Opens a dialog on top of the others; null closes the top one. */
  set dialog(dialog: PageDialog | null) {
    if (dialog?.name === 'actions') this.typedAhead.take();
    this.dialogs = dialog === null ? this.dialogs.slice(0, -1) : [...this.dialogs, dialog];
  }

  closeDialog(dialog: PageDialog): void {
    this.dialogs = this.dialogs.filter((other) => other !== dialog);
  }

  /** Whether closing the page would lose something: running work, results in no saved file, or typed text that cannot be recovered. */
  get leavingLoses(): boolean {
    const { port, plan } = this;
    if (this.unsaved || this.scanning || plan.running || plan.changed || port.keyring.unkept() || port.signing.unkept()) return true;
    if (port.activities().some(({ state }) => state === 'running')) return true;
    return (this.invocation.changed || this.sql.changed) && port.keeping?.holds() !== true;
  }

  /** Runs work that saves everything made here to a file; what is added meanwhile counts as unsaved. */
  async filed<T>(work: () => Promise<T>): Promise<T> {
    const [unsaved, invocation, sql] = [this.unsaved, this.invocation.text, this.sql.text];
    this.unsaved = false;
    try {
      const done = await work();
      this.invocation.settle(invocation);
      this.sql.settle(sql);
      return done;
    } catch (error) {
      this.unsaved ||= unsaved;
      throw error;
    }
  }

  get scanning(): boolean {
    return !['idle', 'stopped', 'unsupported', 'flag_off', 'adapter_off'].includes(this.live.state);
  }

  /** Follows the port until the returned function is called. */
  connect(): () => void {
    const showApprovals = (): void => {
      const questions = this.port.approvals.list();
      // Keep the same object for the same question, so that its dialog keeps typed text.
      if (this.approval?.id !== questions[0]?.id) this.approval = questions[0] ?? null;
      this.approvalsWaiting = Math.max(0, questions.length - 1);
    };
    showApprovals();
    const announce = beforePicture(() => {
      const result = this.results.list.at(-1);
      if (result) this.workbench.announcement = `${result.metadata.toolName}: ${result.summary}`;
    });
    const stops = [
      $effect.root(() => {
        $effect(() => {
          const { capture } = this.traffic;
          untrack(() => this.overview.follow(capture));
        });
      }),
      this.port.on('approvals', showApprovals),
      this.serverForms.follow(this.port),
      this.workbench.connect((now, before) => this.#captures(now, before)),
      this.port.on('core', ({ state }) => {
        // Without the core there were no tools to draft a call with.
        if (state === 'running' && this.invocation.text.trim() === '') this.#prefillSoon();
      }),
      this.port.on('keys', () => {
        this.keys.refresh();
        this.invocation.recheck();
      }),
      this.port.on('live', ({ status }) => void (this.live = status)),
      this.port.on('policy', () => this.invocation.recheck()),
      this.port.on('kept', () => void this.port.keeping?.left().then((left) => (this.left = left))),
      this.port.on('tool-result', ({ result }) => {
        // Ignore results on the temporary captures of a masked share.
        if (result.metadata.entry === 'share') return;
        // Sessions contain only calls with a result.
        this.unsaved ||= result.status !== 'error';
        this.results.addLater(result);
        announce();
      }),
      this.port.on('calls', () => this.results.callsChanged()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  showAgents(tab: AgentsTab): void {
    this.agentsTab = tab;
    this.place.go('agents');
  }

  /** Shows the answer beside the calls and moves the focus into it, to `wanted` if given. */
  showResult(wanted = ''): void {
    this.beside = 'result';
    this.place.go('calls', `${RESULT_PART} ${wanted}`.trim());
  }

  /** Reopens a session left by an earlier page; failures are listed in the activity list. */
  async resume(id: string): Promise<void> {
    await this.port.keeping?.resume(id).catch(() => undefined);
  }

  /** Selects a device and shows it in the inspector. */
  inspect(address: string): void {
    this.selection.setAddresses([address]);
    this.place.pair = null;
    this.place.inspecting = true;
  }

  #draft(tool: string, captureIds: readonly string[]): Readonly<Record<string, unknown>> | undefined {
    const draft = this.port.draft(tool, captureIds);
    return isRecord(draft) ? draft : undefined;
  }

  /** Drafts a call that exports these captures, or some of their rows and columns; running it asks for approval. */
  draftExport(captureIds: readonly string[], rows: CallSelection | null = null, columns: readonly string[] | null = null): void {
    const draft = this.#draft(EXPORT_TOOL, captureIds);
    if (draft === undefined) return;
    const call = rows === null ? draft : callOver(draft, rows);
    this.invocation.fill(EXPORT_TOOL, { ...call, arguments: { format: 'csv', provenance: true, ...(columns && { columns }) } });
    this.place.go('calls');
  }

  /** A call of a tool over the visible rows of a capture; undefined before the tools are known. */
  callOver(tool: string, capture: CaptureInfo, args?: Readonly<Record<string, unknown>>): unknown {
    const draft = this.#draft(tool, [capture.capture_id]);
    if (draft === undefined) return undefined;
    const call = callOver(draft, callSelection(capture, this.selection.data, this.traffic.filter));
    return args === undefined ? call : { ...call, arguments: args };
  }

  /** Replaces the call in the editor with a complete call of a tool over captures. */
  draftOver(tool: string, captureIds: readonly string[]): void {
    this.invocation.fill(tool, this.port.draft(tool, captureIds));
    this.place.show('calls');
  }

  /** Opens captures masked; failures are listed in the activity list. The browser keeps no handle of the original files. */
  readonly openMasked = (files: readonly File[]): void => {
    void this.workbench.open(files, { mask: 'mask' });
  };

  /** Saves the captures (by digest), calls and texts of the session to one file with that name. */
  async saveSession(name: string, sign = false): Promise<void> {
    this.session.call(name);
    await this.filed(async () => {
      saveBlob(await this.port.sessions.save(this.session.name, sign), this.session.fileOf(this.session.name));
    });
  }

  /** Failures are listed in the activity list. */
  async openSession(file: File | undefined): Promise<void> {
    if (file) await this.port.sessions.open(file).catch(() => undefined);
  }

  /** Verifies a file and shows the result. The activity list names failures. */
  async verifyFile(file: File | undefined): Promise<void> {
    const found = file && (await this.port.verify(file).catch(() => undefined));
    if (found) this.dialog = { name: 'verification', found: { ...found, file_name: file.name } };
  }

  /** Applies `change` to the call in the editor; does nothing if the text is not a call. */
  #changeCall(change: (call: Readonly<Record<string, unknown>>) => object, call: unknown = this.invocation.parsed.value): void {
    if (!isRecord(call)) return;
    this.invocation.edit(JSON.stringify(change(call), null, 2));
    this.place.show('calls');
  }

  /** Narrows the call in the editor to rows of a filter, under the key it already uses. */
  filterCall(filter: string): void {
    this.#changeCall((call) => callWithFilter(call, filter));
  }

  /** Sets the rows of the call in the editor, or of a new call if there is none. */
  selectInCall(selection: CallSelection): void {
    const written: unknown = this.invocation.parsed.value;
    const call = isRecord(written) ? written : this.#draft(this.invocation.tool, selection.capture_ids);
    this.#changeCall((call) => callOver(call, selection), call);
  }

  /** Narrows the call in the editor to the selected time and addresses; the rest is unchanged. */
  selectForCall(): void {
    this.#changeCall((call) => withSelection(call, this.selection.data));
  }

  /** Adds the result of a call made elsewhere, read from the core. */
  async adoptResult(tool_call_id: string, invocation: unknown): Promise<void> {
    const result = await this.port.results.view(tool_call_id);
    if (result) this.results.add(result, invocation);
  }

  /** Drafts the call of a result again, with the verdicts as constraints. */
  draftWithVerdicts(result: ResultView): void {
    const { toolName } = result.metadata;
    const call = this.results.callOf(result) ?? this.#draft(toolName, this.chosenCaptures);
    if (!isRecord(call)) return;
    const given = isRecord(call['arguments']) ? call['arguments'] : {};
    this.invocation.fill(toolName, { ...call, arguments: { ...given, constraints: constraintsOf(this.verdicts.list) } });
    this.place.show('calls');
  }

  /** The view state that a session stores. */
  get work(): WorkState {
    return {
      selected: this.selection.data.capture_ids,
      invocation: this.invocation.text,
      sql: this.sql.text,
      queries: this.sql.saved.list,
      verdicts: this.verdicts.list,
      notes: this.notes.list,
      names: this.names.list,
      pinned: this.results.pinned,
      selection: { time_range: this.selection.data.time_range, addresses: this.selection.data.addresses },
      layout: this.place.kept,
      ...(this.session.own !== '' && { name: this.session.own }),
    };
  }

  /**
   * Restores a session's texts and results; its captures are already open.
   *
   * @param since when the opening began, ms since 1970. A view, captures or rows chosen later, by a person or a link, are kept
   */
  restore(work: WorkState, results: readonly ResultView[], since: number): void {
    this.restored += 1;
    this.session.adopt(work.name);
    if (!this.selection.capturesAfter(since))
      for (const { capture_id } of this.workbench.captures) this.selection.setCapture(capture_id, work.selected.includes(capture_id));
    if (work.invocation !== '') {
      this.invocation.edit(work.invocation);
      this.invocation.settle();
    }
    // A session without a statement leaves the text in the editor.
    if (work.sql !== '') this.sql.draft(work.sql);
    this.sql.saved.adopt(work.queries ?? []);
    this.verdicts.adopt(work.verdicts ?? []);
    this.notes.adopt(work.notes ?? []);
    this.names.adopt(work.names ?? []);
    this.results.pin(work.pinned ?? []);
    for (const result of results) this.results.receive(result);
    if (work.selection && !this.selection.chosenAfter(since)) {
      this.selection.setTimeRange(work.selection.time_range);
      this.selection.setAddresses(work.selection.addresses);
    }
    if (work.layout) this.place.restore(work.layout.active, since);
    // Show the view of the finding.
    else if (results.length > 0)
      this.place.restore(results.some(({ metadata }) => metadata.toolName === FIRST_TOOL) ? 'identity' : 'calls', since);
  }

  /** Ids of the captures from which a new call or a share starts. */
  get chosenCaptures(): readonly string[] {
    return this.selection.effectiveCaptures(this.workbench.captures.map((capture) => capture.capture_id));
  }

  chooseCapture(captureId: string, chosen: boolean): void {
    this.selection.setCapture(captureId, chosen);
    this.#prefill();
  }

  #prefill(): void {
    const ids = this.chosenCaptures;
    this.invocation.prefill(ids, firstTool(this.workbench.captures.filter(({ capture_id }) => ids.includes(capture_id))));
  }

  #captures(now: readonly CaptureInfo[], before: readonly CaptureInfo[]): void {
    const ids = (list: readonly CaptureInfo[]): string[] => list.map((capture) => capture.capture_id);
    this.selection.follow(ids(now), ids(before), before.length === 0 || this.workbench.joining);
    this.#prefillSoon();
  }

  /** Draw the list first: drawing the call's form and text in the same task would block twice as long. */
  #prefillSoon(): void {
    setTimeout(() => {
      this.#prefill();
      this.invocation.recheck();
      this.sql.prefill(this.workbench.captures);
    });
  }
}

export const [getApp, setApp] = createContext<AppState>();
