import { strFromU8, unzipSync } from 'fflate'
import { escapeXml, workbookOf } from '../xlsx-file.ts'
import { comment, type DetailedFile, detail, file, ofFile, state } from './detailed-file.ts'

const ID = 'context-in-name'

/**
 * A file of each format with all data that it can contain in addition to texts. Each has at least the keys
 * `k1` and `k2`, or similar ones.
 */
export const DETAILED_FILES: readonly DetailedFile[] = [
  file('i18next-json')`{
  "k1": "Eins",
  "k2": "Zwei {{name}}"${ofFile(',\n  "n": 900001')}${ofFile(',\n  "list": [900002]')}
}`,
  file('icu-json')`{
  "k1": { "defaultMessage": "Eins"${comment('k1', ', "description": "zqwords"')}${detail('k1', ', "file": "zqfile.tsx"')}${detail('k1', ', "start": 900001')} },
  "k2": { "defaultMessage": "Zwei {name}" }
}`,
  file('vue-i18n-json')`{
  "k1": "Eins",
  "k2": "Zwei @:k1"${ofFile(',\n  "n": 900001')}
}`,
  file('laravel-json')`{
  "k1": "Eins",
  "k2": "Zwei :name"${ofFile(',\n  "n": { "zqinner": 900001 }')}
}`,
  file('slang-json')`{${ofFile('\n  "@@zqhead": "x",')}
  ${comment('k1', '"@k1": "zqwords",\n  ')}"k1": "Eins",
  "k2(plural)": { "one": "Eins", "other": "Zwei" }
}`,
  file('json')`{
  "k1": "Eins",
  "k2": "Zwei"${ofFile(',\n  "n": 900001')}${ofFile(',\n  "list": [900002]')}
}`,
  file('json5')`${ofFile('// zqhead\n\n')}{
  ${comment('k1', '// zqwords\n  ')}k1: 'Eins',${comment('k1', ' // zqbeside')}
  k2: 'Zwei',${ofFile('\n  n: 900001,')}
}${ofFile('\n// zqend')}
`,
  file('android-xml')`<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:tools="http://schemas.android.com/tools"${ofFile(' tools:locale="zqlocale"')}>
  ${comment('k1', '<!-- zqwords -->\n  ')}<string name="k1"${detail('k1', ' formatted="false"', undefined, /formatted="false"/)}${detail('k1', ' tools:ignore="zqlint"')}>Eins</string>
  <string name="k2"${detail('k2#zqtablet', ' product="zqtablet"', undefined, /product="zqtablet"/)}>Zwei %d</string>
  <plurals name="k3"${detail('k3', ' tools:ignore="zqplural"')}><item quantity="one">Eins</item><item quantity="other"${detail('k3', ' tools:text="zqother"')}>Viele</item></plurals>${ofFile('\n  <string name="k4" translatable="false">zqkept</string>')}${ofFile('\n  <dimen name="wide">900001dp</dimen>')}
</resources>
`,
  file('compose-xml')`<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:tools="http://schemas.android.com/tools"${ofFile(' tools:locale="zqlocale"')}>
  ${comment('k1', '<!-- zqwords -->\n  ')}<string name="k1"${detail('k1', ' formatted="false"', undefined, /formatted="false"/)}${detail('k1', ' tools:ignore="zqlint"')}>Eins</string>
  <string name="k2"${detail('k2#zqtablet', ' product="zqtablet"', undefined, /product="zqtablet"/)}>Zwei %d</string>
  <plurals name="k3"${detail('k3', ' tools:ignore="zqplural"')}><item quantity="one">Eins</item><item quantity="other"${detail('k3', ' tools:text="zqother"')}>Viele</item></plurals>${ofFile('\n  <string name="k4" translatable="false">zqkept</string>')}${ofFile('\n  <dimen name="wide">900001dp</dimen>')}
</resources>
`,
  file(
    'apple-strings',
  )`${ofFile('/* zqhead */\n\n')}${comment('k1', '/* zqwords */\n')}"k1" = "Eins";${comment('k1', ' // zqbeside')}

"k2" = "Zwei %@";
${ofFile('/* zqend */\n')}`,
  file('apple-stringsdict')`<?xml version="1.0" encoding="utf-8"?>
<plist version="1.0">
<dict>
  <key>k1</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key><string>%#@items@</string>
    <key>items</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>${detail('k1.items', 'zqtype')}d</string>
      <key>one</key><string>%d Ding</string>
      <key>other</key><string>%d Dinge</string>
    </dict>
  </dict>
  <key>k2</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key><string>%#@parts@</string>
    <key>parts</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>other</key><string>%d Teile</string>
    </dict>
  </dict>${ofFile('\n  <key>wide</key><dict><key>NSStringVariableWidthRuleType</key><dict><key>20</key><string>zqshort</string></dict></dict>')}
</dict>
</plist>
`,
  file('apple-xcstrings')`{
  "sourceLanguage" : "en",
  "strings" : {
    "k1" : {
      ${comment('k1', '"comment" : "zqwords",\n      ')}${detail('k1', '"extractionState" : "manual",\n      ', undefined, /"extractionState" : "manual"/)}"localizations" : {
        "de" : { "stringUnit" : { "state" : "${state('k1', 'needs_review', /needs_review/)}", "value" : "Eins" } },
        "en" : { "stringUnit" : { "state" : "translated", "value" : "One${detail('k1', ' zqsource', 'source-lost')}" } }
      }
    },
    "k2" : {
      ${detail('k2', '"generatesSymbol" : "zqyes",\n      ')}"localizations" : {
        "de" : { "stringUnit" : { "state" : "translated", "value" : "Zwei" } },
        "en" : { "stringUnit" : { "state" : "translated", "value" : "Two" } }
      }
    }${ofFile(',\n    "k3" : { "comment" : "zqunused", "shouldTranslate" : false }')}
  },
  "version" : "1.0"
}`,
  file('gettext-po')`${ofFile('# zqtitle\n')}msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
${ofFile('"Last-Translator: zqtranslator\\n"\n')}${ofFile('"X-Generator: zqprogram\\n"\n')}
${comment('k1', '#. zqwords\n')}${detail('k1', '# zqtranslatornote\n')}${detail('k1', '#: src/zqfile.c:900001\n')}#, ${state('k1', 'fuzzy, ', /fuzzy/)}${detail('k1', 'c-format', undefined, /^#.*c-format/m)}
${detail('k1', '#| msgid "zqprevious"\n')}msgid "k1"
msgstr "Eins %s"

${detail('menu|k2', 'msgctxt "menu"\n', ID, /msgctxt "menu"\n/)}msgid "k2"
msgstr "Zwei"

${detail('k3', '#: src/zqplural.c\n')}msgid "k3"
msgid_plural "k3s${detail('k3', ' zqsource', 'source-lost')}"
msgstr[0] "ein Ding"
msgstr[1] "viele Dinge"
${ofFile('\n#~ msgid "zqobsolete"\n#~ msgstr "alt"\n')}`,
  file('java-properties')`${ofFile('# zqhead\n\n')}${comment('k1', '# zqwords\n')}k1=Eins
k2=Zwei {0}
${ofFile('\n# zqend\n')}`,
  file('qt-ts')`<?xml version="1.0" encoding="utf-8"?>
<TS version="2.1" sourcelanguage="en" language="de">
${ofFile('<dependencies><dependency catalog="zqcatalog"/></dependencies>\n')}<context>
  <name>Main</name>${detail('Main|k1', '\n  <comment>zqcontext</comment>')}
  <message>${detail('Main|k1', '\n    <location filename="zqfile.cpp" line="900001"/>')}
    <source>k1</source>${detail('Main|k1', '\n    <oldsource>zqold</oldsource>')}${comment('Main|k1', '\n    <extracomment>zqwords</extracomment>')}${detail('Main|k1', '\n    <translatorcomment>zqtranslator</translatorcomment>')}
    <translation${state('Main|k1', ' type="unfinished"', /type="unfinished"/)}>Eins</translation>${detail('Main|k1', '\n    <extra-po-flags>zqflags</extra-po-flags>')}
  </message>
</context>
<context>
  <name>Other</name>
  <message numerus="yes">${detail('Other|%n k2', '\n    <location filename="zqother.cpp"/>')}
    <source>%n k2</source>
    <translation><numerusform>%n Ding</numerusform><numerusform>%n Dinge</numerusform></translation>
  </message>${ofFile('\n  <message><source>Old</source><translation type="vanished">zqvanished</translation></message>')}
</context>
</TS>
`,
  file('resx')`<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
  <data name="k1" xml:space="preserve"${detail('k1', ' type="System.String, zqlib"')}>
    <value>Eins</value>${comment('k1', '\n    <comment>zqwords</comment>')}
  </data>
  <data name="k2" xml:space="preserve"><value>Zwei {0}</value></data>${ofFile('\n  <data name="size" type="System.Drawing.Size, System.Drawing"><value>900001, 20</value></data>')}${ofFile('\n  <metadata name="zqmeta"><value>x</value></metadata>')}${ofFile('\n  <assembly alias="zqassembly" name="System.Drawing"/>')}
</root>
`,
  file('toml')`${ofFile('# zqhead\n\n')}${comment('k1', '# zqwords\n')}[k1]${comment('k1', ' # zqbeside')}
${comment('k1', 'description = "zqdescription"\n')}${detail('k1', 'hash = "zqhash"\n')}other = "Eins"

[k2]
one = "{{ .Count }} Ding"
other = "{{ .Count }} Dinge"
`,
  file('xliff-1')`<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file source-language="en" target-language="de" datatype="plaintext" original="${ofFile('zqoriginal')}">
    ${ofFile('<header><tool tool-id="zqtool" tool-name="x"/></header>\n    ')}<body>
      <trans-unit id="k1"${detail('k1', ' maxwidth="917" size-unit="char"', 'max-length-lost', /maxwidth="917" size-unit="char"/)}${detail('k1', ' extradata="zqextra"')}>
        <source>One${detail('k1', ' zqsource', 'source-lost')}</source>
        <target${state('k1', ' state="needs-review-translation"', /state="needs-review-translation"/)}>Eins</target>${comment('k1', '\n        <note>zqwords</note>')}${detail('k1', '\n        <note from="zqauthor">x</note>')}${detail('k1', '\n        <context-group purpose="location"><context context-type="sourcefile">zqfile.c</context></context-group>')}${detail('k1', '\n        <alt-trans><target>zqproposal</target></alt-trans>')}
      </trans-unit>
      <trans-unit id="${detail('k2', '900001')}" resname="k2"${detail('k2', ' restype="zqtype"')}>
        <source>Two <g id="1"${detail('k2', ' ctype="x-zqbold"')}>x</g></source>
        <target>Zwei <g id="1"${detail('k2', ' ctype="x-zqfett"')}>x</g></target>
      </trans-unit>
      <trans-unit id="900002" resname="k3"><source>Three</source><target>Drei</target></trans-unit>
      <trans-unit id="900003" resname="k1"><source>One</source><target>Eins</target></trans-unit>${ofFile('\n      <trans-unit id="kept" translate="no"><source>zqkept</source></trans-unit>')}
    </body>
  </file>
</xliff>
`,
  file('xliff-2')`<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:x="urn:x" version="2.0" srcLang="en" trgLang="de">
  <file id="messages"${ofFile(' original="zqoriginal"')}>${ofFile('\n    <skeleton href="zqskeleton"/>')}
    <unit id="k1"${detail('k1', ' type="x:zqtype"')}>
      <notes><note>Words</note>${detail('k1', '<note category="zqcategory" id="n1">more</note>')}</notes>
      ${detail('k1', '<originalData><data id="d1">zqdata</data></originalData>\n      ')}<segment${state('k1', ' state="initial"', /state="initial"/)}${detail('k1', ' canResegment="no"', undefined, /canResegment="no"/)}>
        <source>One${detail('k1', ' zqsource', 'source-lost')} <ph id="1"${detail('k1', ' equiv="zqequiv"')}/></source>
        <target>Eins <ph id="1"/></target>
      </segment>
    </unit>
    <unit id="k2"><segment><source>Two</source><target>Zwei</target></segment></unit>
  </file>
</xliff>
`,
  file('rails-yaml')`${ofFile('# zqhead\n\n')}de:
  ${comment('k1', '# zqwords\n  ')}k1: Eins${comment('k1', ' # zqbeside')}
  k2: ${detail('k2', '&zqanchor ')}Zwei
  k3:
    ${comment('k3', '# zqone\n    ')}one: ein Ding
    ${comment('k3', '# zqother\n    ')}other: viele Dinge
${ofFile('  n: 900001\n')}${ofFile('  list: [900002, true]\n')}${ofFile('\n# zqend\n')}`,
  file('yaml')`${ofFile('# zqhead\n\n')}${comment('k1', '# zqwords\n')}k1: Eins${comment('k1', ' # zqbeside')}
k2: Zwei
${ofFile('n: 900001\n')}`,
  file('php-array')`<?php
${ofFile('/* zqlicence */\n\n')}${ofFile('use Zq\\zqnamespace;\n\n')}return [
  ${comment('k1', '// zqwords\n  ')}'k1' => 'Eins',${comment('k1', ' // zqbeside')}
  'k2' => 'Zwei :name',
${ofFile("  'n' => 900001,\n")}${ofFile("  'call' => zqcall(),\n")}];
`,
  file('ini')`${ofFile('; zqhead\n\n')}[menu]
${comment('menu.k1', '; zqwords\n')}k1=Eins
k2=Zwei
${ofFile('\n; zqend\n')}`,
  file(
    'fluent',
  )`${ofFile('### zqfile\n\n')}${ofFile('## zqgroup\n\n')}${comment('k1', '# zqwords\n')}k1 = Eins
k2 = Zwei { $name }
${ofFile('\n# zqalone\n\n')}`,
  file('arb')`{${ofFile('\n  "@@author": "zqauthor",')}${ofFile('\n  "@@last_modified": "900001",')}
  "k1": "Eins {name}",
  "@k1": {
    "type": "text"${comment('k1', ',\n    "description": "zqwords"')}${detail('k1', ',\n    "placeholders": { "name": { "type": "zqString", "format": "zqformat" } }')}${detail('k1', ',\n    "context": "zqcontext"')}
  },
  "k2": "Zwei"
}
`,
  file('chrome-json')`{
  "k1": {
    "message": "Eins $NAME$"${comment('k1', ',\n    "description": "zqwords"')}${detail('k1', ',\n    "placeholders": { "name": { "content": "$1", "example": "zqexample" } }')}
  },
  "k2": { "message": "Zwei"${detail('k2', ', "hash": "zqhash"')} }
}
`,
  file('godot-csv')`keys,?context,?plural,en,de,_notes
k1,,,One,Eins,${comment('k1', 'zqwords')}
k2,,,Two,Zwei,
`,
  file('csv')`key,source,target,state,max length,comment,context,zqhead
k1,One${detail('k1', ' zqsource', 'source-lost')},Eins,${state('k1', 'draft', /k1,.*draft/)},${detail('k1', '917', 'max-length-lost', /k1,.*917/)},${comment('k1', 'zqwords')},${comment('k1', 'zqcontext')},${detail('k1', 'zqextra')}
k2,Two,Zwei,,,,,
`,
  file('csv')`key,en,de,zqhead
k1,One${detail('k1', ' zqsource', 'source-lost')},Eins,${detail('k1', 'zqextra')}
k2,Two,Zwei,
${ofFile(',,,zqalone\n')}`,
  file('xlsx', workbook)`key,en,de,comment,max length,More
k1,One,Eins,${comment('k1', 'zqwords')},${detail('k1', '917', 'max-length-lost', />917</)},${detail('k1', 'zqextra')}
k2,Two,Zwei,,,
`,
  file('tmx')`<?xml version="1.0" encoding="utf-8"?>
<tmx version="1.4">
  <header creationtool="${ofFile('zqtool')}" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" srclang="en" datatype="plaintext">${ofFile('<prop type="x">zqprop</prop>')}</header>
  <body>
    <tu tuid="k1"${detail('k1', ' creationid="zqperson"')}>${comment('k1', '<note>zqwords</note>')}${detail('k1', '<prop type="project">zqproject</prop>')}
      <tuv xml:lang="en"><seg>One${detail('k1', ' zqsource', 'source-lost')}</seg></tuv>
      <tuv xml:lang="de"${detail('k1', ' changedate="20260301T900001Z"')}><seg>Eins</seg></tuv>
    </tu>
    <tu tuid="k2"><tuv xml:lang="en"><seg>Two</seg></tuv><tuv xml:lang="de"><seg>Zwei</seg></tuv></tu>
  </body>
</tmx>
`,
  file('tbx')`<?xml version="1.0" encoding="utf-8"?>
<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
  <tbxHeader><fileDesc>${ofFile('<sourceDesc><p>zqsource</p></sourceDesc>')}</fileDesc></tbxHeader>
  <text><body>
    <conceptEntry id="k1">${detail('k1', '<descrip type="subjectField">zqsubject</descrip>')}${comment('k1', '<note>zqwords</note>')}
      <langSec xml:lang="en"><termSec><term>wheel${detail('k1', ' zqsource', 'source-lost')}</term>${detail('k1', '<termNote type="partOfSpeech">zqnoun</termNote>')}</termSec></langSec>
      <langSec xml:lang="de"><termSec><term>Rad</term></termSec></langSec>
    </conceptEntry>
    <conceptEntry id="k2">
      <langSec xml:lang="en"><termSec><term>engine</term></termSec></langSec>
      <langSec xml:lang="de"><termSec><term>Motor</term></termSec></langSec>
    </conceptEntry>
  </body></text>
</tbx>
`,
]

/** Returns the content of a file in searchable form. */
export function shownIn(format: string, bytes: Uint8Array): string {
  if (format !== 'xlsx') return new TextDecoder().decode(bytes)
  return Object.values(unzipSync(bytes))
    .map((part) => strFromU8(part))
    .join('\n')
}

function workbook(text: string): Uint8Array {
  const cell = (value: string) =>
    value === '' ? '<c/>' : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
  const rows = text
    .trim()
    .split('\n')
    .map((row) => `<row>${row.split(',').map(cell).join('')}</row>`)
  return workbookOf({ rows: rows.join('') })
}
