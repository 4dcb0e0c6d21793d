import { describe, expect, test } from 'vitest'
import { formatById } from '../src/index.ts'

const xliff = formatById('xliff-1')
if (xliff === null) throw new Error('no such format')
const VIEW = { language: 'de', side: 'target' } as const

type Unit = { readonly id: string; readonly resname?: string; readonly target: string }

const file = (...units: readonly Unit[]): string =>
  `<?xml version="1.0"?>\n<xliff version="1.2"><file source-language="en" target-language="de" original="a" datatype="x"><body>\n${units
    .map(
      ({ id, resname, target }) =>
        `<trans-unit id="${id}"${resname === undefined ? '' : ` resname="${resname}"`}><source>S</source><target>${target}</target></trans-unit>\n`,
    )
    .join('')}</body></file></xliff>\n`

function read(text: string) {
  const { entries, issues } = xliff?.read(new Uint8Array(Buffer.from(text)), VIEW) ?? {
    entries: new Map(),
    issues: [],
  }
  return {
    texts: [...entries.values()].map(({ name, text: said }) => [name, said]),
    codes: issues.map(({ code }) => code),
  }
}

describe('units of one name are distinguished by their ids', () => {
  const UNITS = [
    { id: '1', resname: 'save', target: 'a' },
    { id: '2', resname: 'save', target: 'b' },
    { id: '3', resname: 'open', target: 'c' },
  ] as const

  test('each is an entry', () => {
    expect(read(file(...UNITS))).toEqual({
      texts: [
        ['1', 'a'],
        ['2', 'b'],
        ['open', 'c'],
      ],
      codes: [],
    })
  })

  test.each([
    ['1', 0],
    ['2', 1],
    ['open', 2],
  ])('setting %s changes its own target', (name, at) => {
    const document = xliff?.read(new Uint8Array(Buffer.from(file(...UNITS))), VIEW)
    const edited = document && xliff?.edit(document, [{ kind: 'set', name, text: 'new' }])
    expect(Buffer.from(edited ?? []).toString()).toBe(
      file(...UNITS.map((unit, i) => (i === at ? { ...unit, target: 'new' } : unit))),
    )
  })

  test('removing one leaves the others', () => {
    const document = xliff?.read(new Uint8Array(Buffer.from(file(...UNITS))), VIEW)
    const edited = document && xliff?.edit(document, [{ kind: 'remove', name: '2' }])
    // The other one has the name alone then.
    expect(read(Buffer.from(edited ?? []).toString()).texts.map(([, text]) => text)).toEqual(['a', 'c'])
  })

  test('units of one name and one id are duplicates', () => {
    const { texts, codes } = read(
      file(
        { id: '1', resname: 'save', target: 'a' },
        { id: '1', resname: 'save', target: 'b' },
        { id: '2', resname: 'x', target: 'c' },
      ),
    )
    expect([texts, codes]).toEqual([
      [
        ['save', 'a'],
        ['x', 'c'],
      ],
      ['duplicate-key'],
    ])
  })

  test('names of their own stay', () => {
    expect(
      read(file({ id: '1', resname: 'save', target: 'a' }, { id: '2', resname: 'open', target: 'b' })).texts,
    ).toEqual([
      ['save', 'a'],
      ['open', 'b'],
    ])
  })
})
