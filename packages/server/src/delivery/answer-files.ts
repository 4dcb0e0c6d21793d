import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Bundle, variantOf } from './bundle.ts'
import { encodingFor } from './encoding.ts'
import { namesTag } from './entity-tag.ts'
import type { Found } from './find-files.ts'
import type { KeptBundles } from './kept-bundles.ts'
import { outdatedVariant } from './outdated-variant.ts'
import { originHead } from './plain-answers.ts'
import { type AnsweredVariant, privateVariant } from './private-variant.ts'

type Variant = { readonly variant: AnsweredVariant } & Pick<Bundle, 'origins'>

/** Answers requests with files, and counts the answers. */
export type FileAnswers = {
  readonly answer: (request: IncomingMessage, response: ServerResponse, variant: Variant) => void
  /** Answers with a file in the encoding of the request. */
  readonly answerWith: (request: IncomingMessage, response: ServerResponse, found: Found) => Promise<void>
  readonly figures: () => {
    /** Answers with the last good file, because newer texts could not be read. */
    readonly outdated: number
    /** Answered here; the front door counts its own. */
    readonly notModified: number
    readonly bodyBytes: number
  }
}

export function openFileAnswers(kept: Pick<KeptBundles, 'hasGrown'>): FileAnswers {
  let outdated = 0
  let notModified = 0
  let bodyBytes = 0

  function answer(request: IncomingMessage, response: ServerResponse, { variant, origins }: Variant): void {
    const more = originHead(origins, request.headers.origin)
    const asked = request.headers['if-none-match']
    if (asked !== undefined && namesTag(asked, variant.etag)) {
      notModified += 1
      response.writeHead(304, [...variant.head304, ...more])
      response.end()
      return
    }
    response.writeHead(200, [...variant.head200, ...more])
    if (request.method === 'HEAD') response.end()
    else {
      bodyBytes += variant.body.length
      response.end(variant.body)
    }
  }

  async function answerWith(
    request: IncomingMessage,
    response: ServerResponse,
    { bundle, isOutdated, by }: Found,
  ): Promise<void> {
    const encoding = encodingFor(request.headers['accept-encoding'])
    const variant = await variantOf(bundle, encoding)
    kept.hasGrown(bundle)
    const { origins } = bundle
    if (isOutdated) outdated += 1
    if (by === null)
      answer(request, response, { variant: isOutdated ? outdatedVariant(variant) : variant, origins })
    else {
      const own = privateVariant(bundle, variant, { encoding, by })
      answer(request, response, { variant: own, origins: by === 'session' ? [] : origins })
    }
  }

  return { answer, answerWith, figures: () => ({ outdated, notModified, bodyBytes }) }
}
