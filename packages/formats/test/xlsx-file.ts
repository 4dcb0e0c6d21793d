import { strToU8, unzipSync, zipSync } from 'fflate'

/**
 * Parts of a workbook as other programs write them; `rows` is the content of the first sheet's `<sheetData>`.
 */
export type WorkbookParts = {
  readonly rows: string
  readonly strings?: readonly string[]
  readonly before?: string
  readonly prefix?: string
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/**
 * Returns a workbook of two sheets with shared strings and an unknown part, packed by another library than
 * ours.
 */
export function workbookOf({ rows, strings = [], before = '', prefix = '' }: WorkbookParts): Uint8Array {
  const x = prefix === '' ? '' : `${prefix}:`
  const xmlns = prefix === '' ? `xmlns="${MAIN}"` : `xmlns:${prefix}="${MAIN}"`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (inside: string) => `<Relationships xmlns="${PACKAGE}">${inside}</Relationships>`
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(relation('r1', 'officeDocument', '/xl/workbook.xml')),
    'xl/workbook.xml': `<${x}workbook ${xmlns} xmlns:r="${OFFICE}"><${x}sheets><${x}sheet name="Texts" sheetId="1" r:id="r1"/><${x}sheet name="Other" sheetId="2" r:id="r2"/></${x}sheets></${x}workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('r2', 'worksheet', 'worksheets/sheet2.xml') +
        relation('r3', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/sheet1.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<${x}worksheet ${xmlns}>${before}<${x}sheetData>${rows}</${x}sheetData></${x}worksheet>`,
    'xl/worksheets/sheet2.xml': `<${x}worksheet ${xmlns}><${x}sheetData/></${x}worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((item) => `<si>${item}</si>`).join('')}</sst>`,
    'xl/unknown.bin': 'kept as it is',
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    mtime: '2001-02-03T04:05:06Z',
  })
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Unpacks the parts of a workbook, with another library than ours. */
export function partsOfWorkbook(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  return unzipSync(bytes)
}

/** Returns a workbook with the same parts except for the given ones. */
export function workbookWith(bytes: Uint8Array, parts: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...unzipSync(bytes), ...parts })
}
