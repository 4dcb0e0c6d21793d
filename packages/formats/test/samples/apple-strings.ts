import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { BARE, each, type FormatSample, frame, perLanguage, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
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
  detailed: [
    file()`${ofFile('/* zqhead */\n\n')}${comment('k1', '/* zqwords */\n')}"k1" = "Eins";${comment('k1', ' // zqbeside')}

"k2" = "Zwei %@";
${ofFile('/* zqend */\n')}`,
  ],
  project: perLanguage(
    (language) => `Shop/${language}.lproj/Localizable.strings`,
    (texts) => `/* Shop */\n${each((name, at) => `"${name}"  = "${texts[at]}";\n`)}// End\n`,
  ),
}
