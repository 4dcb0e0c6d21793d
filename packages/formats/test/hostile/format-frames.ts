/** A position for hostile text in a file of a format: at its start, inside a value, a name, a comment… */
export type Frame = { readonly name: string; readonly head: string; readonly tail: string }

/** A small piece that a file of the format can contain in large numbers; `i` counts them. */
export type Piece = { readonly name: string; readonly of: (i: number) => string }

/** Frames and pieces of one format; pieces are inserted into the first frame. */
export type FormatFrames = { readonly frames: readonly Frame[]; readonly pieces: readonly Piece[] }

const frame = (name: string, head: string, tail = ''): Frame => ({ name, head, tail })
const piece = (name: string, of: (i: number) => string): Piece => ({ name, of })
const BARE = frame('bare', '')

const JSON_FRAMES: readonly Frame[] = [
  frame('object', '{"a":"x",', '"z":"y"}'),
  BARE,
  frame('value', '{"a":"', '"}'),
  frame('name', '{"', '":"x"}'),
  frame('array', '{"a":["x",', '"y"]}'),
]
const JSON_PIECES: readonly Piece[] = [
  piece('entries', (i) => `"k${i}":"v",`),
  piece('entries on lines', (i) => `\n  "k${i}":"v",`),
  piece('one name', () => '"a":"b",'),
  piece('two names', (i) => `"k${i >> 1}":"b",`),
  piece('objects', (i) => `"k${i}":{"a":"b"},`),
  piece('objects of one name', () => '"o":{"a":"b"},'),
  piece('empty objects', (i) => `"k${i}":{},`),
  piece('numbers', (i) => `"k${i}":1,`),
  piece('arrays', (i) => `"k${i}":["a","b"],`),
  piece('dotted names', (i) => `"a.b.c${i}":"v",`),
  piece('names that collide', (i) => (i % 2 === 0 ? `"a.${i}":"v",` : `"a":{"${i - 1}":"v"},`)),
  piece('plural names', (i) => `"k${i}_one":"v","k${i}_other":"v",`),
  piece('integers as names', (i) => `"${i}":"v",`),
  piece('metadata', (i) => `"k${i}":"v","@k${i}":{"description":"d"},`),
  piece('metadata alone', (i) => `"@k${i}":{"description":"d"},`),
  piece('messages', (i) => `"k${i}":{"message":"v"},`),
  piece('comments', () => '/*x*/'),
  piece('lines of comments', () => '// x\n'),
  piece('long names', (i) => `"${'n'.repeat(400)}${i}":"v",`),
]
const json: FormatFrames = { frames: JSON_FRAMES, pieces: JSON_PIECES }

const xml = (head: string, tail: string, more: readonly Frame[], pieces: readonly Piece[]): FormatFrames => ({
  frames: [
    frame('root', head, tail),
    BARE,
    frame('comment', `${head}<!--`, `-->${tail}`),
    frame('tag', `${head}<x `, `/>${tail}`),
    ...more,
  ],
  pieces: [
    piece('elements', (i) => `<e${i % 7}/>`),
    piece('attributes', (i) => `<e a${i}="1"/>`),
    piece('comments', () => '<!--x-->'),
    piece('sections', () => '<![CDATA[x]]>'),
    piece('processing instructions', () => '<?x y?>'),
    ...pieces,
  ],
})

const ANDROID = '<resources>'
const TS = '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="pl">'
const RESX = '<?xml version="1.0"?>\n<root>'
const XLIFF_1 =
  '<xliff version="1.2"><file source-language="en" target-language="de" original="a" datatype="plaintext"><body>'
const XLIFF_2 =
  '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">'
const TMX = '<tmx version="1.4"><header srclang="en"/><body>'
const TBX = '<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>'
const PLIST = '<plist version="1.0"><dict>'
const CATALOG = '{"sourceLanguage":"en","strings":{'
const PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: pl\\n"\n\n'
const SHEET_ROW = (i: number, cells: string) => `<row r="${i + 2}">${cells}</row>`

/** Frames and pieces by the id of a format. Formats of one family share them. */
export const FORMAT_FRAMES: ReadonlyMap<string, FormatFrames> = new Map([
  ...[
    'i18next-json',
    'icu-json',
    'vue-i18n-json',
    'laravel-json',
    'slang-json',
    'json',
    'json5',
    'arb',
    'chrome-json',
  ].map((id) => [id, json] as const),
  [
    'apple-xcstrings',
    {
      frames: [
        frame('strings', CATALOG, '"z":{}},"version":"1.0"}'),
        BARE,
        frame('value', `${CATALOG}"a":{"comment":"`, '"}}}'),
      ],
      pieces: [
        piece('keys', (i) => `"k${i}":{},`),
        piece('texts', (i) => `"k${i}":{"localizations":{"de":{"stringUnit":{"state":"new","value":"v"}}}},`),
        piece('one key', () => '"k":{},'),
        piece('languages', (i) => `"k${i}":{"localizations":{"l${i}":{}}},`),
      ],
    },
  ],
  [
    'android-xml',
    xml(
      ANDROID,
      '</resources>',
      [
        frame('value', `${ANDROID}<string name="a">`, '</string></resources>'),
        frame('name', `${ANDROID}<string name="`, '">x</string></resources>'),
      ],
      [
        piece('entries', (i) => `<string name="k${i}">v</string>`),
        piece('one name', () => '<string name="a">v</string>'),
        piece('plurals', (i) => `<plurals name="k${i}"><item quantity="one">v</item></plurals>`),
        piece('items', () => '<string-array name="a"><item>v</item></string-array>'),
      ],
    ),
  ],
  [
    'compose-xml',
    xml(
      ANDROID,
      '</resources>',
      [
        frame('value', `${ANDROID}<string name="a">`, '</string></resources>'),
        frame('name', `${ANDROID}<string name="`, '">x</string></resources>'),
      ],
      [
        piece('entries', (i) => `<string name="k${i}">v</string>`),
        piece('one name', () => '<string name="a">v</string>'),
        piece('plurals', (i) => `<plurals name="k${i}"><item quantity="one">v</item></plurals>`),
        piece('items', () => '<string-array name="a"><item>v</item></string-array>'),
      ],
    ),
  ],
  [
    'apple-strings',
    {
      frames: [
        BARE,
        frame('value', '"a" = "', '";\n'),
        frame('name', '"', '" = "x";\n'),
        frame('comment', '/*', '*/\n"a" = "x";\n'),
        frame('list', '"a" = (', ');\n'),
      ],
      pieces: [
        piece('entries', (i) => `"k${i}"="v";\n`),
        piece('one name', () => '"a"="v";\n'),
        piece('bare names', (i) => `k${i}=v;`),
        piece('comments', () => '/*x*/\n'),
        piece('lines of comments', () => '// x\n'),
        piece('names alone', () => '"a";'),
      ],
    },
  ],
  [
    'apple-stringsdict',
    xml(
      PLIST,
      '</dict></plist>',
      [
        frame(
          'value',
          `${PLIST}<key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>`,
          '</string></dict></dict></plist>',
        ),
      ],
      [
        piece(
          'formats',
          (i) => `<key>k${i}</key><dict><key>NSStringLocalizedFormatKey</key><string>v</string></dict>`,
        ),
        piece('keys', () => '<key>a</key><string/>'),
        piece('keys alone', () => '<key>a</key>'),
      ],
    ),
  ],
  [
    'gettext-po',
    {
      frames: [
        frame('after the header', PO),
        BARE,
        frame('value', `${PO}msgid "a"\nmsgstr "`, '"\n'),
        frame('header', 'msgid ""\nmsgstr ""\n"', '\\n"\n'),
      ],
      pieces: [
        piece('entries', (i) => `msgid "k${i}"\nmsgstr "v"\n\n`),
        piece('one id', () => 'msgid "a"\nmsgstr "v"\n'),
        piece('contexts', (i) => `msgctxt "c${i}"\nmsgid "a"\nmsgstr ""\n`),
        piece('continued', () => '""\n'),
        piece('plural forms', (i) => `msgstr[${i}] "x"\n`),
        piece('plural entries', (i) => `msgid "k${i}"\nmsgid_plural "p"\nmsgstr[0] "v"\n\n`),
        piece('comments', () => '#. x\n'),
        piece('obsolete', (i) => `#~ msgid "k${i}"\n#~ msgstr "v"\n`),
        piece('obsolete of one id', () => '#~ msgid "a"\n#~ msgstr "v"\n'),
        piece('headers', () => '"X: y\\n"\n'),
        piece('flags', () => '#, fuzzy\n'),
        piece('ids alone', () => 'msgid "a"\n'),
      ],
    },
  ],
  [
    'java-properties',
    {
      frames: [BARE, frame('value', 'a=', '\nb=x\n'), frame('name', '', '=x\n')],
      pieces: [
        piece('entries', (i) => `k${i}=v\n`),
        piece('one name', () => 'a=v\n'),
        piece('continued', () => 'a=\\\n'),
        piece('continued values', () => ' x\\\n'),
        piece('continued with blanks', () => '   \\\r\n'),
        piece('escapes', () => '\\u00e9'),
        piece('names alone', () => 'a\n'),
        piece('comments', () => '! x\n'),
      ],
    },
  ],
  [
    'qt-ts',
    xml(
      TS,
      '</TS>',
      [
        frame(
          'value',
          `${TS}<context><name>a</name><message><source>s</source><translation>`,
          '</translation></message></context></TS>',
        ),
      ],
      [
        piece(
          'contexts',
          (i) =>
            `<context><name>k${i}</name><message><source>s</source><translation>v</translation></message></context>`,
        ),
        piece('one context', () => '<context><name>a</name><message><source>s</source></message></context>'),
        piece(
          'forms',
          () =>
            '<context><name>a</name><message numerus="yes"><source>s</source><translation><numerusform/></translation></message></context>',
        ),
        piece('contexts alone', () => '<context/>'),
      ],
    ),
  ],
  [
    'resx',
    xml(
      RESX,
      '</root>',
      [frame('value', `${RESX}<data name="a"><value>`, '</value></data></root>')],
      [
        piece('entries', (i) => `<data name="k${i}"><value>v</value></data>`),
        piece('one name', () => '<data name="a"><value>v</value></data>'),
        piece('empty', () => '<data/>'),
      ],
    ),
  ],
  [
    'toml',
    {
      frames: [
        BARE,
        frame('value', 'a="', '"\n'),
        frame('text', 'a="""', '"""\n'),
        frame('array', 'a=[', ']\n'),
        frame('inline table', 'a={', '}\n'),
        frame('name', '', '=1\n'),
      ],
      pieces: [
        piece('entries', (i) => `k${i}="v"\n`),
        piece('one name', () => 'a="v"\n'),
        piece('tables', (i) => `[k${i}]\n`),
        piece('tables of one name', () => '[a]\n'),
        piece('tables with an entry', (i) => `[k${i}]\nother="v"\n`),
        piece('tables within', (i) => `[a.k${i}]\nx="v"\n`),
        piece('dotted tables', (i) => `[a.b.c${i}.d]\n`),
        piece('lists of tables', () => '[[a]]\n'),
        piece('lists of tables with an entry', () => '[[a]]\nx="v"\n'),
        piece('dotted names', (i) => `a.b.c${i}="v"\n`),
        piece('inline tables', (i) => `k${i}={a="b"}\n`),
        piece('numbers', (i) => `k${i}=1\n`),
        piece('comments', () => '#x\n'),
      ],
    },
  ],
  [
    'xliff-1',
    xml(
      XLIFF_1,
      '</body></file></xliff>',
      [
        frame(
          'value',
          `${XLIFF_1}<trans-unit id="a"><source>`,
          '</source></trans-unit></body></file></xliff>',
        ),
      ],
      [
        piece('units', (i) => `<trans-unit id="k${i}"><source>s</source></trans-unit>`),
        piece('one id', () => '<trans-unit id="a"><source>s</source></trans-unit>'),
        piece('codes', (i) => `<trans-unit id="k${i}"><source><x id="1"/><x id="2"/></source></trans-unit>`),
        piece('notes', () => '<note>x</note>'),
        piece('units alone', () => '<trans-unit/>'),
      ],
    ),
  ],
  [
    'xliff-2',
    xml(
      XLIFF_2,
      '</file></xliff>',
      [
        frame(
          'value',
          `${XLIFF_2}<unit id="a"><segment><source>`,
          '</source></segment></unit></file></xliff>',
        ),
      ],
      [
        piece('units', (i) => `<unit id="k${i}"><segment><source>s</source></segment></unit>`),
        piece('one id', () => '<unit id="a"><segment><source>s</source></segment></unit>'),
        piece(
          'codes',
          (i) => `<unit id="k${i}"><segment><source><ph id="1"/><ph id="2"/></source></segment></unit>`,
        ),
        piece(
          'segments',
          () =>
            '<unit id="a"><segment><source>s</source></segment><segment><source>s</source></segment></unit>',
        ),
        piece('units alone', () => '<unit/>'),
        piece('groups', (i) => `<group id="g${i}"/>`),
      ],
    ),
  ],
  ...['rails-yaml', 'yaml'].map(
    (id) =>
      [
        id,
        {
          frames: [
            frame('map', 'de:\n  a: x\n', '\n  z: y\n'),
            BARE,
            frame('value', 'de:\n  a: "', '"\n'),
            frame('single quotes', "de:\n  a: '", "'\n"),
            frame('plain', 'de:\n  a: x', '\n'),
            frame('block', 'de:\n  a: |\n    x', '\n  b: y\n'),
            frame('flow', 'de: {', '}\n'),
            frame('name', 'de:\n  ', ': x\n'),
          ],
          pieces: [
            piece('entries', (i) => `  k${i}: v\n`),
            piece('one name', () => '  a: v\n'),
            piece('anchors', (i) => `  k${i}: &a${i} v\n`),
            piece('one anchor', (i) => `  k${i}: &a v\n`),
            piece('aliases', (i) => `  k${i}: *a\n`),
            piece('anchors and aliases', (i) => `  k${i}: &a${i} v\n  l${i}: *a${i}\n`),
            piece('merges', (i) => `  k${i}:\n    <<: *a\n`),
            piece('groups', (i) => `  k${i}:\n    other: v\n`),
            piece('lists', () => '  - a\n'),
            piece('lists of maps', () => '  - a: b\n'),
            piece('comments', () => '  # x\n'),
            piece('blank lines', () => '  \n'),
            piece('documents', () => '---\na: b\n'),
            piece('tags', (i) => `  k${i}: !x v\n`),
            piece('flow maps', (i) => `  k${i}: {a: b}\n`),
            piece('explicit names', (i) => `  ? k${i}\n  : v\n`),
            piece('blocks', (i) => `  k${i}: |\n    v\n`),
            piece('empty', (i) => `  k${i}:\n`),
            piece('deeper lines', (i) => `${' '.repeat(2 + (i % 90))}a:\n`),
            piece('directives', () => '%TAG ! tag:x,2000:\n'),
          ],
        },
      ] as const,
  ),
  [
    'php-array',
    {
      frames: [
        frame('array', "<?php\nreturn [\n'a' => 'x',", '];\n'),
        BARE,
        frame('value', "<?php return ['a' => '", "'];"),
        frame('double quotes', '<?php return ["a" => "', '"];'),
        frame('heredoc', '<?php return ["a" => <<<X\n', '\nX];'),
        frame('statements', '<?php\n'),
      ],
      pieces: [
        piece('entries', (i) => `'k${i}'=>'v',`),
        piece('entries on lines', (i) => `\n    'k${i}' => 'v',`),
        piece('one name', () => "'a'=>'v',"),
        piece('arrays', (i) => `'k${i}'=>['a'=>'b'],`),
        piece('items', () => "'v',"),
        piece('comments', () => '/*x*/'),
        piece('lines of comments', () => '// x\n'),
        piece('assignments', (i) => `];\n$lang['k${i}'] = 'v';\n$x=[`),
        piece('concatenated', () => "'a' . 'b',"),
      ],
    },
  ],
  [
    'ini',
    {
      frames: [
        BARE,
        frame('value', 'a=', '\nb=x\n'),
        frame('quoted', 'a="', '"\nb=x\n'),
        frame('backticks', 'a=`', '`\nb=x\n'),
        frame('section', '[', ']\na=x\n'),
      ],
      pieces: [
        piece('entries', (i) => `k${i}=v\n`),
        piece('one name', () => 'a=v\n'),
        piece('sections', (i) => `[k${i}]\n`),
        piece('sections with an entry', (i) => `[k${i}]\na=v\n`),
        piece('one section', () => '[a]\n'),
        piece('one section again', (i) => `[a]\nk${i}=v\n`),
        piece('comments', () => ';x\n'),
        piece('names alone', () => 'a\n'),
      ],
    },
  ],
  [
    'fluent',
    {
      frames: [
        BARE,
        frame('value', 'a = ', '\nb = x\n'),
        frame('block', 'a =\n    x', '\nb = x\n'),
        frame('placeable', 'a = {', '}\nb = x\n'),
        frame('string', 'a = {"', '"}\n'),
      ],
      pieces: [
        piece('entries', (i) => `k${i} = v\n`),
        piece('one name', () => 'a = v\n'),
        piece('attributes', (i) => `k${i} =\n .a = v\n`),
        piece('attributes of one message', (i) => `${i === 0 ? 'm = x\n' : ''} .a${i} = v\n`),
        piece('selectors', (i) => `k${i} = { $a ->\n *[a] v\n }\n`),
        piece('variants', (i) => `${i === 0 ? 'm = { $a ->\n *[a] x\n' : ''} [b] v\n`),
        piece('lines', () => ' v\n'),
        piece('comments', () => '# x\n'),
        piece('junk', () => 'x\n'),
        piece('terms', (i) => `-k${i} = v\n`),
      ],
    },
  ],
  [
    'godot-csv',
    {
      frames: [
        frame('after a head', 'en,?context,?plural,de\n'),
        BARE,
        frame('quoted', 'en,?context,?plural,de\na,,,"', '"\n'),
        frame('head', '', ',?plural\na,b\n'),
      ],
      pieces: [
        piece('rows', (i) => `k${i},,,v\n`),
        piece('one key', () => 'a,,,v\n'),
        piece('contexts', (i) => `a,c${i},,v\n`),
        piece('forms', () => ',,,v\n'),
        piece('rules', () => '?pluralrule,,,nplurals=1; plural=0;\n'),
      ],
    },
  ],
  [
    'csv',
    {
      frames: [
        BARE,
        frame('after a head', 'key,value\n'),
        frame('after languages', 'key,en,de\n'),
        frame('quoted', 'a,"', '"\n'),
        frame('head', '', '\na,b\n'),
      ],
      pieces: [
        piece('rows', (i) => `k${i},v\n`),
        piece('one key', () => 'a,v\n'),
        piece('quoted rows', (i) => `"k${i}","v"\n`),
        piece('three columns', (i) => `k${i},v,w\n`),
        piece('ragged rows', (i) => `k${i},v${i % 2 === 0 ? ',w' : ''}\n`),
        piece('cells', () => 'a,'),
        piece('quoted cells', () => '"a",'),
        piece('language columns', (i) => `${['de', 'en', 'fr', 'pl'][i % 4]},`),
        piece('tabs', () => 'a\tb\n'),
        piece('open quotes', () => 'é,"x\n'),
        piece('quotes that might close', () => 'é, "x\n"'),
        piece('one column', (i) => `k${i}\n`),
      ],
    },
  ],
  [
    'xlsx',
    {
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
  ],
  [
    'tmx',
    xml(
      TMX,
      '</body></tmx>',
      [frame('value', `${TMX}<tu tuid="a"><tuv xml:lang="en"><seg>`, '</seg></tuv></tu></body></tmx>')],
      [
        piece('units', (i) => `<tu tuid="k${i}"><tuv xml:lang="en"><seg>s</seg></tuv></tu>`),
        piece('one unit', () => '<tu><tuv xml:lang="en"><seg>s</seg></tuv></tu>'),
        piece('languages', (i) => `<tu><tuv xml:lang="l${i}"><seg>s</seg></tuv></tu>`),
        piece('units alone', () => '<tu/>'),
      ],
    ),
  ],
  [
    'tbx',
    xml(
      TBX,
      '</body></text></tbx>',
      [
        frame(
          'value',
          `${TBX}<conceptEntry><langSec xml:lang="en"><termSec><term>`,
          '</term></termSec></langSec></conceptEntry></body></text></tbx>',
        ),
      ],
      [
        piece(
          'concepts',
          (i) =>
            `<conceptEntry id="k${i}"><langSec xml:lang="en"><termSec><term>s</term></termSec></langSec></conceptEntry>`,
        ),
        piece(
          'one concept',
          () =>
            '<conceptEntry><langSec xml:lang="en"><termSec><term>s</term></termSec></langSec></conceptEntry>',
        ),
        piece('concepts alone', () => '<conceptEntry/>'),
      ],
    ),
  ],
])
