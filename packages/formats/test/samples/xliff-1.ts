import { comment, detail, file, ofFile, state } from '../convert/detailed-file.ts'
import { EN, each, type FormatSample, frame, lines, perLanguage, piece, xmlFile } from './sample.ts'

const XLIFF_1 =
  '<xliff version="1.2"><file source-language="en" target-language="de" original="a" datatype="plaintext"><body>'

export const sample: FormatSample = {
  hostile: xmlFile(
    XLIFF_1,
    '</body></file></xliff>',
    [frame('value', `${XLIFF_1}<trans-unit id="a"><source>`, '</source></trans-unit></body></file></xliff>')],
    [
      piece('units', (i) => `<trans-unit id="k${i}"><source>s</source></trans-unit>`),
      piece('one id', () => '<trans-unit id="a"><source>s</source></trans-unit>'),
      piece('codes', (i) => `<trans-unit id="k${i}"><source><x id="1"/><x id="2"/></source></trans-unit>`),
      piece('notes', () => '<note>x</note>'),
      piece('units alone', () => '<trans-unit/>'),
    ],
  ),
  detailed: [
    file()`<?xml version="1.0" encoding="utf-8"?>
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
  ],
  project: perLanguage(
    (language) => `src/locale/messages${language === 'en' ? '' : `.${language}`}.xlf`,
    (texts, language) =>
      lines(
        '<?xml version="1.0" encoding="UTF-8" ?>',
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
        `  <file source-language="en"${language === 'en' ? '' : ` target-language="${language}"`} datatype="plaintext" original="ng2.template">`,
        '    <body>',
        each(
          (name, at) =>
            `      <trans-unit id="${name}" datatype="html">\n        <source>${EN[at]}</source>\n${language === 'en' ? '' : `        <target>${texts[at]}</target>\n`}      </trans-unit>`,
          '\n',
        ),
        '    </body>',
        '  </file>',
        '</xliff>',
      ),
  ),
}
