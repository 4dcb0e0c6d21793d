import { comment, detail, file, ofFile, state } from '../convert/detailed-file.ts'
import { EN, each, type FormatSample, frame, lines, perLanguage, piece, xmlFile } from './sample.ts'

const TS = '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="pl">'

export const sample: FormatSample = {
  hostile: xmlFile(
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
  detailed: [
    file()`<?xml version="1.0" encoding="utf-8"?>
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
  ],
  project: perLanguage(
    (language) => `translations/app_${language}.ts`,
    (texts, language) =>
      lines(
        '<?xml version="1.0" encoding="utf-8"?>',
        '<!DOCTYPE TS>',
        `<TS version="2.1" language="${language}">`,
        '<context>',
        '    <name>Shop</name>',
        each(
          (_, at) =>
            `    <message>\n        <source>${EN[at]}</source>\n        <translation>${language === 'en' ? '' : texts[at]}</translation>\n    </message>`,
          '\n',
        ),
        '</context>',
        '</TS>',
      ),
  ),
}
