/** Up to where a stream was received, and how long to wait before requesting the rest. */
export interface StreamPosition {
  /** Id of the last event that arrived completely; empty if no event had an id. */
  id: string;
  /** Pause in ms before a new connection that the server requested; null if it requested none. */
  retry_ms: number | null;
}

/**
 * Returns a function that parses server-sent events as they arrive (HTML standard, "Interpreting an event stream"): it takes chunks of text
 * and returns the `data` of each event that is complete. It updates `position`; comments and other fields are ignored.
 */
export function eventReader(position?: StreamPosition): (text: string) => readonly string[] {
  let rest = '';
  let data: string[] = [];
  let id = position?.id ?? '';
  let begun = false;
  return (text) => {
    const events: string[] = [];
    let source = rest + text;
    if (!begun && source !== '') {
      begun = true;
      source = source.replace(/^\uFEFF/, '');
    }
    // A carriage return at the end may be the first half of a line break, so read it with the next chunk.
    const end = source.endsWith('\r') ? source.length - 1 : source.length;
    const lines = source.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + source.slice(end);
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push(data.join('\n'));
        data = [];
        if (position) position.id = id;
      } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line.startsWith('id:')) id = line.slice(line[3] === ' ' ? 4 : 3);
      else if (position && /^retry: ?\d{1,9}$/.test(line)) position.retry_ms = Number(line.slice(6));
      else if (line === 'data') data.push('');
    }
    return events;
  };
}
