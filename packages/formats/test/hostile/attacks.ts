import { counted, repeated } from './fill.ts'
import type { HostileShape } from './hostile-file.ts'

/** A hostile file of one format, and the codes of the issues that its reader reports. */
export type Attack = HostileShape & { readonly codes: readonly string[] }

type Row = readonly [name: string, text: (bytes: number) => string, codes: readonly string[]]

const JSON5: readonly Row[] = [
  ['comments on one line', (n) => `{a:'A',${repeated('/**/', n)}b:'B'}`, []],
  ['comments behind members of one line', (n) => `{${repeated("a:'A',/**/", n)}}`, ['duplicate-key']],
  ['comments between all members', (n) => `{${repeated("a:'A'/**/,// x\n", n)}}`, ['duplicate-key']],
  ['comments that are lines', (n) => `{${repeated('// x\n', n)}a:'A'}`, []],
  ['blank lines', (n) => `{// x${repeated('\n', n)}a:'A'}`, []],
  ['opened comments', (n) => `{a:'A'${repeated('/*', n)}`, ['json-expected-comma']],
  ['slashes', (n) => `{a:'A'${repeated('/', n)}\n}`, []],
  ['commas', (n) => `{a:[${repeated(',', n)}]}`, ['json-expected-value']],
  ['blanks', (n) => `{a:'A'${repeated(' ', n)},b:'B'}`, []],
  ['deep blanks', (n) => `{b:${'{a:['.repeat(40)}'x'${repeated(' ', n)}${']}'.repeat(40)}}`, []],
  ['continued lines', (n) => `{a:'${repeated('\\\n', n)}'}`, []],
]

const YAML: readonly Row[] = [
  ['a map on one line', (n) => `de: {${counted((i) => `k${i}: x, `, n)}}`, []],
  ['a text on one line', (n) => `de:\n  a: ${repeated('word ', n)}`, []],
  ['a folded text', (n) => `de:\n  a: "${repeated('w\n   ', n)}"`, []],
  ['blanks at the end', (n) => `de:\n  a: x${repeated(' ', n)}\n`, []],
  ['documents', (n) => `de:\n  a: x\n${repeated('---\na: b\n', n)}`, ['unexpected-text']],
  ['one key many times', (n) => `de:\n${repeated('  a: x\n', n)}`, ['duplicate-key']],
  [
    'lines that begin with tabs',
    (n) => `de:\n${repeated('\ta: b\n', n)}`,
    ['bad-indentation', 'duplicate-key'],
  ],
]

const PHP: readonly Row[] = [
  ['an array on one line', (n) => `<?php return [${counted((i) => `'k${i}'=>'x',`, n)}];`, []],
  ['a list on one line', (n) => `<?php return [${repeated("'x',", n)}];`, []],
  ['assignments on one line', (n) => `<?php ${counted((i) => `$l['k${i}']='x';`, n)}`, []],
  ['commas left out', (n) => `<?php return [${repeated("'x' ", n)}];`, ['expected-text']],
  ['opened comments', (n) => `<?php return ['a' => 'x', ${repeated("'b' /*,", n)}];`, ['unclosed']],
  ['opened heredocs', (n) => `<?php return [${repeated("'k' => <<<A\nx\n", n)}];`, ['unclosed']],
  ['joined texts', (n) => `<?php return ['a' => ${repeated("'x'.", n)}'y'];`, ['not-a-literal']],
  ['backslashes', (n) => `<?php return ['a' => '${repeated('\\\\', n)}'];`, []],
]

const INI: readonly Row[] = [
  ['a text on one line', (n) => `a = ${repeated('x ', n)}`, []],
  ['opened quotes', (n) => repeated('a = "x\n', n), ['duplicate-key']],
  [
    'an opened quote above lines that could close it',
    (n) => `a = "${repeated('x" y"\n', n)}`,
    ['unexpected-text'],
  ],
  ['quotes that do not close', (n) => repeated(`a = "${'\\"'.repeat(200)}\n`, n), ['duplicate-key']],
  ['sections', (n) => repeated('[a]\n', n), []],
  ['opened quotes below a bracket', (n) => repeated('é<="x\n', n), ['duplicate-key']],
  ['quotes that might close', (n) => repeated('é<="x\n"', n), []],
  ['opened brackets', (n) => repeated('[[[[\n', n), ['unclosed']],
  ['lines without anything', (n) => repeated('x\n', n), ['unexpected-text']],
  ['quotes on one line', (n) => `a=${repeated('"', n)}`, []],
]

const APPLE_STRINGS: readonly Row[] = [
  ['all on one line', (n) => counted((i) => `"k${i}"="x";`, n), []],
  ['comments', (n) => `${repeated('/**/', n)}"a"="x";`, []],
  ['opened lists', (n) => `a=${repeated('(', n)}`, ['unclosed']],
  ['semicolons left out', (n) => repeated('"a"="x"\n', n), ['duplicate-key', 'expected-text']],
  ['opened quotes', (n) => repeated('"a" = "\\"x\n', n), ['duplicate-key', 'expected-text']],
  ['opened comments', (n) => repeated('/* ', n), ['unclosed']],
  ['lines of comments below blanks', (n) => `${repeated(' ', n / 2)}// x\n${repeated('// y\n', n / 2)}`, []],
  ['one key', (n) => repeated('"a" = "b";\n', n), ['duplicate-key']],
]

const FLUENT: readonly Row[] = [
  ['attributes of one name', (n) => `a =\n${repeated('    .b = x\n', n)}`, ['duplicate-key']],
  ['selectors', (n) => `a = ${repeated('{ $x ->\n *[o] x\n } ', n)}`, []],
  ['opened placeables', (n) => `a = ${repeated('{', n)}`, ['too-deep']],
  ['opened calls', (n) => `a = { ${repeated('F(', n)}`, ['too-deep']],
  ['blank lines', (n) => `a = x${repeated('\n', n / 2)}b = { $x ${repeated('\n', n / 2)}`, ['expected-text']],
  ['junk', (n) => repeated('a = {\n', n), ['expected-text']],
  ['blank lines in placeables', (n) => `a = { $x ->\n *[other] x${repeated('\n', n)} }\n`, []],
  ['lines with blanks', (n) => `a =\n${repeated('    x  \n\n', n)}`, []],
  ['guards', (n) => `a = ${repeated('{""}', n)} \n`, []],
]

const PO = 'msgid ""\nmsgstr ""\n'
const GETTEXT: readonly Row[] = [
  ['all on one line', (n) => PO + counted((i) => `msgid "${i}" msgstr "b" `, n), []],
  ['a text in many pieces', (n) => `${PO}\nmsgid "a"\nmsgstr ${repeated('"x"\n', n)}`, []],
  ['opened quotes', (n) => `${PO}\n${repeated('msgid "a\n', n)}`, ['unclosed']],
]

const PROPERTIES: readonly Row[] = [
  ['a text on one line', (n) => `a=${repeated('x ', n)}`, []],
  ['a text over lines', (n) => `a=${repeated('x\\\n', n)}`, []],
  ['escapes cut short', (n) => `a=${repeated('\\u12 ', n)}`, ['bad-escape']],
]

const CSV: readonly Row[] = [
  ['opened quotes', (n) => repeated('é,"x\n', n), ['duplicate-key']],
  [
    'quotes that might close',
    (n) => repeated('é, "x\n"', n),
    ['ragged-row', 'duplicate-key', 'unclosed', 'unusable-key'],
  ],
  ['pairs of quotes', (n) => `a, "${repeated('""', n / 2)}x\n`.repeat(2), ['duplicate-key']],
  ['commas on one line', (n) => `a,${repeated(',', n)}`, ['too-many-values']],
  ['blanks before a quote', (n) => `a\tb${repeated('\t ', n)}"\n`, []],
]

/** One value of an XML format, the file around values, and the codes of attacks that its reader reports. */
type XmlFile = {
  readonly open: string
  readonly close: string
  readonly item: (name: string, value: string) => string
  readonly codes: ReadonlyMap<string, readonly string[]>
}

const NO_TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tags', ['not-a-text']],
  ['nested tags', ['not-a-text']],
  ['one name again and again', ['duplicate-key']],
])

const XML_FILES: readonly (readonly [string, XmlFile])[] = [
  [
    'compose-xml',
    {
      open: '<resources>',
      close: '</resources>',
      item: (name, value) => `<string name="${name}">${value}</string>`,
      codes: new Map([['one name again and again', ['duplicate-key']]]),
    },
  ],
  [
    'android-xml',
    {
      open: '<resources>',
      close: '</resources>',
      item: (name, value) => `<string name="${name}">${value}</string>`,
      codes: new Map([
        ['backslashes', ['bad-escape']],
        ['quotes', ['bad-escape']],
        ['one name again and again', ['duplicate-key']],
      ]),
    },
  ],
  [
    'apple-stringsdict',
    {
      open: '<plist><dict>',
      close: '</dict></plist>',
      item: (name, value) =>
        `<key>${name}</key><dict><key>NSStringLocalizedFormatKey</key><string>${value}</string></dict>`,
      codes: NO_TAGS,
    },
  ],
  [
    'qt-ts',
    {
      open: '<TS><context><name>c</name>',
      close: '</context></TS>',
      item: (name, value) => `<message><source>${name}</source><translation>${value}</translation></message>`,
      codes: NO_TAGS,
    },
  ],
  [
    'resx',
    {
      open: '<root>',
      close: '</root>',
      item: (name, value) => `<data name="${name}"><value>${value}</value></data>`,
      codes: NO_TAGS,
    },
  ],
  [
    'xliff-1',
    {
      open: '<xliff version="1.2"><file source-language="en" original="a" datatype="plaintext"><body>',
      close: '</body></file></xliff>',
      item: (name, value) =>
        `<trans-unit id="${name}"><source>x</source><target>${value}</target></trans-unit>`,
      codes: new Map([
        ['tags', ['bad-tag']],
        ['nested tags', ['bad-tag']],
        ['one name again and again', ['duplicate-key']],
      ]),
    },
  ],
  [
    'xliff-2',
    {
      open: '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">',
      close: '</file></xliff>',
      item: (name, value) =>
        `<unit id="${name}"><segment><source>x</source><target>${value}</target></segment></unit>`,
      codes: new Map([
        ['tags', ['bad-tag']],
        ['nested tags', ['bad-tag']],
        ['one name again and again', ['xliff-duplicate-id', 'duplicate-key']],
      ]),
    },
  ],
]

function xmlAttacks({ open, close, item, codes }: XmlFile): readonly Row[] {
  const rows: readonly (readonly [string, (bytes: number) => string])[] = [
    ['blanks', (n) => item('a', repeated(' ', n))],
    ['words', (n) => item('a', repeated('lorem ', n))],
    ['backslashes', (n) => item('a', repeated('\\u12', n))],
    ['quotes', (n) => item('a', repeated(`"'`, n))],
    ['carriage returns', (n) => item('a', repeated('\r', n))],
    ['tags', (n) => item('a', repeated('<b/>', n))],
    ['nested tags', (n) => item('a', repeated(`${'<b>'.repeat(60)}${'</b>'.repeat(60)}`, n))],
    ['sections', (n) => item('a', repeated('<![CDATA[x]]>', n))],
    ['references', (n) => item('a', repeated('&#65;', n))],
    ['one name again and again', (n) => repeated(item('a', 't'), n)],
    ['many names', (n) => counted((i) => item(`n${i}`, 't'), n)],
    ['comments before a text', (n) => `${repeated('<!-- c -->\n', n)}${item('a', 't')}`],
  ]
  return rows.map(([name, inner]) => [name, (n) => `${open}${inner(n)}${close}`, codes.get(name) ?? []])
}

const TMX: readonly Row[] = [
  [
    'texts without any reference',
    (n) =>
      `<tmx><header srclang="en"/><body>${counted((i) => `<tu tuid="${i}"><tuv xml:lang="en"><seg>plain</seg></tuv></tu>\n`, n)}</body></tmx>`,
    [],
  ],
]

const ROWS: ReadonlyMap<string, readonly Row[]> = new Map([
  ['json5', JSON5],
  ['rails-yaml', YAML],
  ['php-array', PHP],
  ['ini', INI],
  ['apple-strings', APPLE_STRINGS],
  ['fluent', FLUENT],
  ['gettext-po', GETTEXT],
  ['java-properties', PROPERTIES],
  ['csv', CSV],
  ['tmx', TMX],
  ...XML_FILES.map(([id, file]) => [id, xmlAttacks(file)] as const),
])

/** Returns the attacks on one format: files that once took it seconds, and similar ones. */
export function attacksOn(format: string): readonly Attack[] {
  return (ROWS.get(format) ?? []).map(([name, text, codes]) => ({
    format,
    name: `attack: ${name}`,
    isCounted: true,
    make: (bytes) => new Uint8Array(Buffer.from(text(bytes))),
    codes,
  }))
}
