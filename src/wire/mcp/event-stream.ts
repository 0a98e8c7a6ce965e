/**
 * Server-sent events as they come (HTML standard, "Interpreting an event stream"): texts of any cut in, the `data` of each event
 * that is complete out. Comments, ids and other fields say nothing here.
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
    // A carriage return at the end may be half of a line end.
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
