import type { WorkbenchPort } from '../../workbench/port.ts';
import type { QuestionAnswer, ServerQuestion, ToolServers } from '../../workbench/servers.ts';

/** Forms of tool servers that await the person's answer; the page shows the first. */
export class ServerForms {
  first = $state.raw<ServerQuestion | null>(null);
  #servers: ToolServers | null = null;

  /** Follows the servers of a port until the returned function is called. */
  follow(port: Pick<WorkbenchPort, 'assistants' | 'on'>): () => void {
    return port.on('servers', () => void this.#show(port));
  }

  async #show(port: Pick<WorkbenchPort, 'assistants'>): Promise<void> {
    this.#servers ??= (await (await port.assistants()).servers?.()) ?? null;
    const [first = null] = this.#servers?.questions() ?? [];
    // Keep the same object for the same question, so that its dialog keeps what was entered.
    if (this.first?.id !== first?.id) this.first = first;
  }

  /** Answers a question; returns errors of the content, in which case the question stays. */
  async answer(id: string, answer: QuestionAnswer): Promise<readonly string[]> {
    return (await this.#servers?.answer(id, answer)) ?? [];
  }
}
