import { expect, test } from 'vitest'
import { sourceTexts } from '../source-texts.ts'

/** Weblate GHSA-45m9-pf98-8jmq, CVE-2025-66407. `outgoing.test.ts` covers what `outgoing` refuses. */
test('no request leaves this server except through the function that checks addresses', () => {
  const door = 'server/src/outgoing/open-outgoing.ts'
  // The operator's own bucket, from the environment: no user of the server chooses its address.
  const bucket = 'server/src/blobs/s3-blobs.ts'
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
  expect(makers).toEqual([bucket, door])
})
