import { comment, detail, file, ofFile, state } from '../convert/detailed-file.ts'
import { BARE, DE, EN, each, type FormatSample, frame, lines, piece } from './sample.ts'

const PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: pl\\n"\n\n'
const ID = 'context-in-name'

export const sample: FormatSample = {
  hostile: {
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
  detailed: [
    file()`${ofFile('# zqtitle\n')}msgid ""
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
  ],
  project: {
    'po/de.po': lines(
      'msgid ""',
      'msgstr ""',
      '"Language: de\\n"',
      '"Content-Type: text/plain; charset=UTF-8\\n"',
      '',
      each((_, at) => `#: app.c:${at}\nmsgid "${EN[at]}"\nmsgstr "${DE[at]}"\n`, '\n'),
    ),
  },
}
