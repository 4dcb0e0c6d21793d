/** Returns a Markdown table with a head and rows. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const lines = escaped.map((row) => `| ${row.join(' | ')} |`)
  const rule = `|${head.map(() => '---').join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
