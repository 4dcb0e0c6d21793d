import { comment, detail, file, ofFile, state } from '../convert/detailed-file.ts'
import { BARE, DE, EN, each, type FormatSample, frame, piece } from './sample.ts'

export const sample: FormatSample = {
  hostile: {
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
  detailed: [
    file()`key,source,target,state,max length,comment,context,zqhead
k1,One${detail('k1', ' zqsource', 'source-lost')},Eins,${state('k1', 'draft', /k1,.*draft/)},${detail('k1', '917', 'max-length-lost', /k1,.*917/)},${comment('k1', 'zqwords')},${comment('k1', 'zqcontext')},${detail('k1', 'zqextra')}
k2,Two,Zwei,,,,,
`,
    file()`key,en,de,zqhead
k1,One${detail('k1', ' zqsource', 'source-lost')},Eins,${detail('k1', 'zqextra')}
k2,Two,Zwei,
${ofFile(',,,zqalone\n')}`,
  ],
  project: {
    'translations/shop.csv': `key,en,de\r\n${each((name, at) => `${name},"${EN[at]}",${DE[at]}\r\n`)}`,
  },
}
