/**
 * Parses server-sent events incrementally (HTML standard, "Interpreting an event stream"): takes chunks of text and returns the `data` of
 * each complete event. Comments, ids and other fields are ignored.
 */
export function eventReader(): (text: string) => readonly string[] {
  let rest = '';
  let data: string[] = [];
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
      } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      else if (line === 'data') data.push('');
    }
    return events;
  };
}
