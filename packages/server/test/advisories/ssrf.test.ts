import { expect, test } from 'vitest'
import { sourceTexts } from '../source-texts.ts'

/** Weblate GHSA-45m9-pf98-8jmq, CVE-2025-66407. What `outgoing` refuses is in outgoing.test.ts. */
test('no request leaves this server but through the door that looks at addresses', () => {
  const door = 'server/src/outgoing/open-outgoing.ts'
  const makers: string[] = []
  for (const [path, text] of sourceTexts(['core', 'contract', 'formats', 'store', 'server'])) {
    const isMaker =
      /(?<![.\w])fetch\(/.test(text) ||
      /globalThis\.fetch/.test(text) ||
      /import \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:https?|http2|net|tls|dgram)'/.test(
        text,
      ) ||
      /from '(?:undici|axios|got|node-fetch)'/.test(text)
    if (isMaker) makers.push(path)
  }
  expect(makers).toEqual([door])
})
