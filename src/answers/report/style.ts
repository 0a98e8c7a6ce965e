import charts from '../../ui/styles/charts.css?raw';
import tokens from '../../ui/styles/tokens.css?raw';

const plain = (css: string): string => css.replaceAll(/\/\*[^]*?\*\//g, '');

const [light = '', dark = ''] = tokens.split(":root[data-theme='dark']");

/** Style sheet with the colours and fonts of the page: the dark ones on screens of readers who prefer them, the light ones on paper. */
export const STYLE = `${plain(light)}
@media screen and (prefers-color-scheme: dark) { :root${plain(dark.slice(0, dark.indexOf('}') + 1))} }
${plain(charts)}
@page { margin: 16mm 14mm; @bottom-right { content: counter(page) ' of ' counter(pages); color: #59636e; font: 9pt sans-serif; } }
* { box-sizing: border-box; }
body { max-width: 880px; margin: 0 auto; padding: 32px 24px 48px; background: var(--surface-1); color: var(--text-1); font: 14px/1.45 var(--face); overflow-wrap: anywhere; }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.2; }
h2 { margin: 32px 0 8px; padding-bottom: 4px; border-bottom: 1px solid var(--line-1); font-size: 17px; break-after: avoid; }
h3, h4 { margin: 20px 0 4px; font-size: 14px; break-after: avoid; }
p { margin: 0 0 8px; }
.hint { color: var(--text-3); font-size: 13px; }
.notice { padding: 8px 12px; border-left: 3px solid var(--warn); background: var(--warn-soft); }
.masked { border-color: var(--accent); background: var(--accent-soft); }
.lead { margin-top: 16px; font-size: 16px; }
.note { white-space: pre-wrap; }
code, pre, .mono { font-family: var(--mono); font-size: 12px; }
pre { margin: 0; padding: 12px; border: 1px solid var(--line-1); background: var(--surface-2); white-space: pre-wrap; }
ul { margin: 0 0 8px; padding-left: 20px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 16px; margin: 0; font-size: 13px; }
dt { color: var(--text-3); }
dd { margin: 0; }
table { width: 100%; margin: 4px 0 8px; border-collapse: collapse; font-size: 12px; font-variant-numeric: tabular-nums; }
caption { padding: 4px 0; color: var(--text-3); text-align: left; }
thead { display: table-header-group; }
table { overflow-wrap: break-word; }
th { white-space: nowrap; }
th, td { padding: 3px 8px 3px 0; border-bottom: 1px solid var(--line-1); text-align: left; vertical-align: top; }
th { color: var(--text-2); font-weight: 600; }
.end { text-align: right; }
tr, figure, .card { break-inside: avoid; }
figure { margin: 12px 0 20px; }
figcaption { font-weight: 600; }
.card { margin: 12px 0; padding: 8px 12px; border: 1px solid var(--line-1); border-radius: var(--radius); }
.card h3, .card h4 { margin-top: 0; }
a { color: var(--accent); }
.call { content-visibility: auto; contain-intrinsic-height: auto 1600px; }
.call > section > h3 { margin-top: 28px; padding-bottom: 2px; border-bottom: 1px solid var(--line-1); font-size: 15px; }
svg { width: 100%; height: auto; margin-top: 8px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
svg.sign { display: inline-block; width: 18px; margin: 0; }
.key { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 12px; }
footer { margin-top: 40px; padding-top: 8px; border-top: 1px solid var(--line-1); color: var(--text-3); font-size: 12px; }
@media screen and (max-width: 600px) { table { display: block; overflow-x: auto; } }
@media (max-width: 600px) { body { padding: 16px 12px; } dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: 4px; } }
@media print { body { max-width: none; padding: 0; font-size: 11pt; } h2 { margin-top: 20px; } }
`;
