/** Where a stream was cut, and when to ask for the rest. */
export interface StreamPosition {
  /** Id of the last complete event; empty if none had one. */
  id: string;
  /** Pause in ms that the server asks for before a new connection; null if it does not. */
  retry_ms: number | null;
}

/**
 * Parses server-sent events incrementally (HTML standard, "Interpreting an event stream"): takes chunks of text and returns the `data` of
 * each complete event. `position` follows the ids and pauses of the stream; comments and other fields are ignored.
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
    // A trailing carriage return may be the first half of a line break.
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
