import { describe, expect, test } from 'vitest'
import { type Format, formatById } from '../src/index.ts'

const seg = (text: string) => `<mrk mid="0" mtype="seg">${text}</mrk>`

describe('XLIFF 1.2 without marks of segments', () => {
  test.each([
    ['segments', `${seg('Eins.')} ${seg('Zwei.')}`, 'Eins. Zwei.'],
    ['segments in a group', `<g id="1">${seg('Eins.')} ${seg('Zwei.')}</g>`, '<g id="1">Eins. Zwei.</g>'],
    [
      'codes in a segment',
      seg('Hallo <x id="1"/> &amp; <g id="2">Welt</g>'),
      'Hallo <x id="1"/> & <g id="2">Welt</g>',
    ],
    ['characters of markup', seg('&lt;x id="1"/>'), '&lt;x id="1"/>'],
    ['other marks', `${seg('Eins')}<mrk mtype="term">Zwei</mrk>`, 'Eins<mrk mtype="term">Zwei</mrk>'],
    ['no translation', `<mrk mid="0" mtype="seg"/> ${seg('')}`, ''],
  ])('%s', (_, target, expected) => {
    const { entry, issues } = joined('xliff-1', unit1(target))
    expect([entry('a')?.text, issues]).toEqual([expected, []])
  })

  test('an incomplete translation is no text', () => {
    const { entry, issues } = joined('xliff-1', unit1(`${seg('Eins.')} ${seg('')}`))
    expect(entry('a')).toMatchObject({ text: '', source: 'One. Two.' })
    expect(entry('a')?.state).toBeUndefined()
    expect(issues).toMatchObject([{ code: 'incomplete-segments', severity: 'warning', params: { key: 'a' } }])
  })
})

describe('segments of XLIFF 2 as one text', () => {
  const two = (attributes = '', target = '<target>Zwei.</target>') =>
    `<segment id="s1" state="final"><source>One.</source><target>Eins.</target></segment><ignorable><source> </source></ignorable><segment id="s2"${attributes}><source>Two.</source>${target}</segment>`

  test('have the white space between them and the least finished state', () => {
    const { names, entry } = joined('xliff-2', unit2(two(' state="initial"')), ['a'])
    expect(names).toEqual(['a'])
    expect(entry('a')).toMatchObject({ text: 'Eins. Zwei.', source: 'One. Two.', state: 'draft' })
  })

  test('are in the order of the translation', () => {
    const ordered = (id: string, order: number) =>
      `<segment id="${id}"><source>${id}</source><target order="${order}">${id}</target></segment>`
    const content = `${ordered('x', 3)}<ignorable><source>, </source></ignorable>${ordered('y', 1)}`
    expect(joined('xliff-2', unit2(content), ['a']).entry('a')?.text).toBe('y, x')
  })

  test('are no text if one is missing', () => {
    const { entry, issues } = joined('xliff-2', unit2(two('', '')), ['a'])
    expect(entry('a')).toMatchObject({ text: '', source: 'One. Two.' })
    expect(issues.map(({ code }) => code)).toEqual(['incomplete-segments'])
  })

  test.each([
    ['the unit is no key', []],
    ['a segment is a key too', ['a', 'a.s1']],
  ])('stay separate if %s', (_, keys) => {
    expect(joined('xliff-2', unit2(two()), keys).names).toEqual(['a.s1', 'a.s2'])
  })

  test('what surrounds a single segment belongs to its text', () => {
    const content =
      '<ignorable><source> </source></ignorable><segment><source>One</source><target>Eins</target></segment>'
    expect(joined('xliff-2', unit2(content), []).entry('a')).toMatchObject({ text: ' Eins', source: ' One' })
  })
})

function unit1(target: string): string {
  return `<xliff version="1.2"><file source-language="en" target-language="de" original="m" datatype="plaintext"><body><trans-unit id="a"><source>One. Two.</source><seg-source>${seg('One.')} ${seg('Two.')}</seg-source><target state="translated">${target}</target></trans-unit></body></file></xliff>`
}

function unit2(content: string): string {
  return `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a">${content}</unit></file></xliff>`
}

function joined(id: string, file: string, keys: readonly string[] = []) {
  const format: Format | null = formatById(id)
  const read = format?.read(Buffer.from(file), { language: 'de', side: 'target' })
  const document = read && format?.joinSegments?.(read, (name) => keys.includes(name))
  if (document === undefined) throw new Error(`${id} has no segments`)
  const { entries, issues } = document
  return { names: [...entries.keys()], entry: (name: string) => entries.get(name), issues }
}
