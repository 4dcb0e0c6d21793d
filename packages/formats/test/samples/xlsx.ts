import { comment, detail, file } from '../convert/detailed-file.ts'
import { escapeXml, workbookOf } from '../xlsx-file.ts'
import { configured, DE, EN, type FormatSample, frame, NAMES, piece } from './sample.ts'

const SHEET_ROW = (i: number, cells: string) => `<row r="${i + 2}">${cells}</row>`
function workbook(text: string): Uint8Array {
  const cell = (value: string) =>
    value === '' ? '<c/>' : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
  const rows = text
    .trim()
    .split('\n')
    .map((row) => `<row>${row.split(',').map(cell).join('')}</row>`)
  return workbookOf({ rows: rows.join('') })
}

export const sample: FormatSample = {
  hostile: {
    frames: [
      frame('rows', ''),
      frame('cell', '<row r="1"><c r="A1" t="inlineStr"><is><t>', '</t></is></c></row>'),
    ],
    pieces: [
      piece('rows', (i) =>
        SHEET_ROW(
          i,
          `<c r="A${i + 2}" t="inlineStr"><is><t>k${i}</t></is></c><c r="B${i + 2}" t="inlineStr"><is><t>v</t></is></c>`,
        ),
      ),
      piece('empty rows', (i) => SHEET_ROW(i, '')),
      piece('rows without a number', () => '<row/>'),
      piece('empty cells', (i) => SHEET_ROW(i, '<c/><c/>')),
      piece('far cells', (i) => SHEET_ROW(i, `<c r="XFD${i + 2}"/>`)),
      piece('far rows', () => '<row r="1048576"/>'),
      piece('numbers', (i) => SHEET_ROW(i, '<c><v>1</v></c>')),
    ],
  },
  detailed: [
    file(workbook)`key,en,de,comment,max length,More
k1,One,Eins,${comment('k1', 'zqwords')},${detail('k1', '917', 'max-length-lost', />917</)},${detail('k1', 'zqextra')}
k2,Two,Zwei,,,
`,
  ],
  project: {
    ...configured('texts/shop.xlsx', 'xlsx'),
    'texts/shop.xlsx': workbookOf({
      rows: [['key', 'en', 'de'], ...NAMES.map((name, at) => [name, EN[at] ?? '', DE[at] ?? ''])]
        .map(
          (cells, row) =>
            `<row r="${row + 1}">${cells.map((text, column) => `<c r="${'ABC'[column]}${row + 1}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`).join('')}</row>`,
        )
        .join(''),
    }),
  },
}
