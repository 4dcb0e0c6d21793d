import { describe, expect, test } from 'vitest'
import { type EntryEdit, formatById } from '../src/index.ts'

const XLIFF = 'xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"'

const formatOf = (id: string) => {
  const format = formatById(id)
  if (format === null) throw new Error(id)
  return format
}
const fileOf = (content: string, attributes = ''): string =>
  `<resources${attributes}>\n    ${content}\n</resources>\n`
const edit = (id: string, text: string, ...edits: readonly EntryEdit[]): string => {
  const format = formatOf(id)
  return Buffer.from(format.edit(format.read(Buffer.from(text)), edits)).toString()
}

describe.each(['android-xml', 'compose-xml'])('%s: a tag stays a tag if its prefix is declared', (id) => {
  test.each<[string, string, string]>([
    ['by itself', '<string name="a">', `<xliff:g ${XLIFF} id="count">%d</xliff:g> den`],
    ['by the string', `<string name="a" ${XLIFF}>`, '<xliff:g id="count">%d</xliff:g> den'],
    [
      'by a tag around it',
      '<string name="a">',
      `<b ${XLIFF}>x <i><xliff:g id="count">%d</xliff:g></i></b> den`,
    ],
  ])('%s', (_, open, text) => {
    const changed = text.replace('den', 'Den')
    expect(edit(id, fileOf(`${open}${text}</string>`), { kind: 'set', name: 'a', text: changed })).toBe(
      fileOf(`${open}${changed}</string>`),
    )
  })

  test.each<[string, string, string]>([
    ['by the plural', `<plurals name="days" ${XLIFF}>`, '<item quantity="one">'],
    ['by the item', '<plurals name="days">', `<item quantity="one" ${XLIFF}>`],
  ])('%s', (_, plural, item) => {
    const file = (text: string) => fileOf(`${plural}\n        ${item}${text}</item>\n    </plurals>`)
    const text = '<xliff:g id="count">%d</xliff:g> den'
    const changed = text.replace('den', 'Den')
    expect(edit(id, file(text), { kind: 'set', name: 'days\0one', text: changed })).toBe(file(changed))
  })

  test('by the plural that gets a quantity', () => {
    const unit = { name: 'days', plural: 'cardinal', form: 'other', path: ['days'] } as const
    const text = '<xliff:g id="count">%d</xliff:g> dny'
    const one = '<item quantity="one"><xliff:g id="count">%d</xliff:g> den</item>'
    const plural = `<plurals name="days" ${XLIFF}>`
    expect(
      edit(id, fileOf(`${plural}\n        ${one}\n    </plurals>`), {
        kind: 'add',
        path: ['days', 'other'],
        unit,
        text,
        after: ['days\0one'],
      }),
    ).toBe(fileOf(`${plural}\n        ${one}\n        <item quantity="other">${text}</item>\n    </plurals>`))
  })

  test('by a tag that is kept around it', () => {
    const file = (text: string) => fileOf(`<string name="a"><b xmlns:x='u'>${text}</b></string>`)
    const text = "<b xmlns:x='u'>one <x:i>two</x:i></b>"
    expect(edit(id, file('one'), { kind: 'set', name: 'a', text })).toBe(file('one <x:i>two</x:i>'))
  })

  test('in a new translation', () => {
    const text = `<xliff:g ${XLIFF} id="count">%d</xliff:g> den`
    const file = fileOf('<string name="a"><b>x</b></string>')
    expect(edit(id, file, { kind: 'add', path: ['b'], text, after: ['a'] })).toBe(
      fileOf(`<string name="a"><b>x</b></string>\n    <string name="b">${text}</string>`),
    )
  })

  test.each<[string, string, string | undefined]>([
    ['a prefix', '<x:g>%d</x:g> a', '&lt;x:g>%d&lt;/x:g> a'],
    [
      'a prefix behind the tag that declares it',
      `<b ${XLIFF}>x</b> <xliff:g>y</xliff:g>`,
      `<b ${XLIFF}>x</b> &lt;xliff:g>y&lt;/xliff:g>`,
    ],
    ['the prefix of an attribute', "<b x:c=''>x</b> a", undefined],
  ])('%s that nothing declares is written as text', (_, text, raw) => {
    const file = fileOf('<string name="a"><b>x</b></string>')
    const attribute = `&lt;b x:c=${id === 'android-xml' ? "\\'\\'" : "''"}>x&lt;/b> a`
    expect(edit(id, file, { kind: 'set', name: 'a', text })).toBe(
      fileOf(`<string name="a">${raw ?? attribute}</string>`),
    )
  })
})

describe.each(['android-xml', 'compose-xml'])('%s: tags that XML does not allow become characters', (id) => {
  const link = (address: string) => `<a href='https://e.org/${address}'>`
  const source = `See ${link('?a=1&amp;b=2')}our <b>site</b></a>`
  const change = (text: string) =>
    edit(id, fileOf(`<string name="a">${source}</string>`), { kind: 'set', name: 'a', text })

  test.each<[string, string]>([['an attribute twice', 'Siehe <a href="a&b" href="b">unsere Seite</a>']])(
    '%s',
    (_, text) => {
      const raw = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      const written = id === 'android-xml' ? raw.replaceAll('"', '\\"') : raw
      expect(change(text)).toBe(fileOf(`<string name="a">${written}</string>`))
    },
  )

  test('references in tags and a & outside of them leave the tags', () => {
    const text = `Siehe & lies ${link('de?a=1&amp;b=2')}unsere <b>Seite</b></a>`
    expect(change(text)).toBe(fileOf(`<string name="a">${text.replace('& ', '&amp; ')}</string>`))
  })

  test('characters that look like such tags are written as the file writes them', () => {
    const file = (text: string) =>
      fileOf(`<string name="a">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string>`)
    const text = `<b>Siehe</b> ${id === 'android-xml' ? '<a href=x>&b</a>' : link('de?a=1&b=2')}`
    expect(edit(id, file('<b>See</b>'), { kind: 'set', name: 'a', text })).toBe(file(text))
  })
})

// Tags are in a text as in the file, so this & has to differ from the text `&amp;`.
describe.each(['android-xml', 'compose-xml'])(
  '%s: a & that starts no reference leaves its tag a tag',
  (id) => {
    const tagOf = (address: string) => `<a href="?${address}">`
    const file = (address: string, rest: string) =>
      fileOf(`<string name="a">${tagOf(address)}${rest}</a></string>`)
    const readA = (text: string) => formatOf(id).read(Buffer.from(text)).entries.get('a')?.text
    const set = (text: string, before = file('x', 'See')) =>
      edit(id, before, { kind: 'set', name: 'a', text })

    test.each<[string, string, string]>([
      ['a bare &', 'a=1&b=2', 'a=1&#0038;b=2'],
      ['at the end', 'a&', 'a&#0038;'],
      ['twice', 'a&&b', 'a&#0038;&#0038;b'],
      ['a & of an unknown reference', 'a&b;', 'a&#0038;b;'],
      ['a & of a number that is too long', 'a&#000000038;', 'a&#0038;#000000038;'],
      ['a & of no character', 'a&#0;&#x110000;', 'a&#0038;#0;&#0038;#x110000;'],
      ['references', 'a&amp;b&#38;c&#038;d&#x26;', 'a&amp;b&#38;c&#038;d&#x26;'],
      ['references with zeros', 'a&#0038;b&#00038;c&#0065;', 'a&#00038;b&#000038;c&#0065;'],
      ['a & next to a reference', 'a&&amp;&#0038;', 'a&#0038;&amp;&#00038;'],
    ])('%s', (_, address, raw) => {
      const text = `${tagOf(address)}Siehe & lies</a>`
      const written = set(text)
      expect(written).toBe(file(raw, 'Siehe &amp; lies'))
      expect(readA(written)).toBe(text)
      expect(set(`${tagOf(address)}Siehe & schau</a>`, written)).toBe(file(raw, 'Siehe &amp; schau'))
    })

    test('a reference with zeros that a tag has is read as it is if its & would start another one', () => {
      expect(readA(file('a&#0038;amp;&#0038;b', 'x'))).toBe(`${tagOf('a&#0038;amp;&b')}x</a>`)
    })

    test('in a quantity, in lines of Windows', () => {
      const plural = (item: string) =>
        fileOf(`<plurals name="n"><item quantity="other"><b>x</b>${item}</item></plurals>`).replaceAll(
          '\n',
          '\r\n',
        )
      const text = '<b>x</b><i\nid="&">y</i>'
      expect(edit(id, plural(''), { kind: 'set', name: 'n\0other', text })).toBe(
        plural('<i\nid="&#0038;">y</i>'),
      )
    })
  },
)

describe('styling ends quotes and runs of blanks, as in aapt2', () => {
  const read = (raw: string, attributes = '') => {
    const { entries, issues } = formatOf('android-xml').read(
      Buffer.from(fileOf(`<string name="a">${raw}</string>`, attributes)),
    )
    return [entries.get('a')?.text, ...issues.map(({ code }) => code)]
  }

  test.each<[string, string]>([
    ['Terms <b> and </b> conditions', 'Terms <b> and </b> conditions'],
    ['Terms  <b>  and  </b>  conditions', 'Terms <b> and </b> conditions'],
    ['a <br/> b <i> <b> c</b></i>', 'a <br/> b <i> <b> c</b></i>'],
    ['"a  <b>  b"  </b>c', 'a  <b> b  </b>c'],
    ['a <b><!-- x --> <!-- y --> b</b>', 'a <b> b</b>'],
  ])('%s', (raw, text) => {
    expect(read(raw)).toEqual([text])
  })

  test.each([['"It\'s <b>Ann\'s</b> turn"'], ['"a <b>it\'s</b>"'], ['<b>"a"</b>\'"']])(
    'an apostrophe behind it is not in quotes: %s',
    (raw) => {
      expect(read(raw)[1]).toBe('bad-escape')
    },
  )

  test.each(['xliff', 'ns1'])('sections of XLIFF with the prefix %s do not', (prefix) => {
    const declared = ` xmlns:${prefix}="urn:oasis:names:tc:xliff:document:1.2"`
    const tag = (content: string) => `<${prefix}:g>${content}</${prefix}:g>`
    expect(read(`\n  a ${tag(' b ')} c\n`, declared)).toEqual([`a ${tag('b ')}c`])
    expect(read(`"it's ${tag("  Ann's")}  turn"`, declared)).toEqual([`it's ${tag("  Ann's")}  turn`])
  })

  test.each<[string, string, string]>([
    ['Terms <b> and </b> conditions', 'Terms <b> and </b> rules', 'Terms <b> and </b> rules'],
    ['<i>old</i>', 'a <b> b </b> c', 'a <b> b </b> c'],
    ['"old"', "it's <b> Ann's </b> turn", "it\\'s <b> Ann\\'s </b> turn"],
    ['<x:g>old</x:g>', 'a <x:g> b</x:g>', 'a <x:g>\\u0020b</x:g>'],
    ['\n  <x:g>a</x:g> old\n', '<x:g>a</x:g> new', '\n  <x:g>a</x:g> new\n'],
  ])('%j is written as it is read: %j', (old, text, raw) => {
    const file = (content: string) =>
      fileOf(`<string name="a">${content}</string>`, ' xmlns:x="urn:oasis:names:tc:xliff:document:1.2"')
    expect(edit('android-xml', file(old), { kind: 'set', name: 'a', text })).toBe(file(raw))
  })
})
