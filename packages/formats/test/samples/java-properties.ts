import { comment, file, ofFile } from '../convert/detailed-file.ts'
import { BARE, each, type FormatSample, frame, perLanguage, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
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
  detailed: [
    file()`${ofFile('# zqhead\n\n')}${comment('k1', '# zqwords\n')}k1=Eins
k2=Zwei {0}
${ofFile('\n# zqend\n')}`,
  ],
  project: perLanguage(
    (language) => `src/main/resources/messages${language === 'en' ? '' : `_${language}`}.properties`,
    (texts) => `# Shop\r\n${each((name, at) => `${name} : ${texts[at]}\r\n`)}`,
  ),
}
