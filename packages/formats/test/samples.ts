import { ALL_FORMATS } from '../src/index.ts'
import type { FormatSample } from './samples/sample.ts'

export type NamedSample = FormatSample & { readonly format: string }

/** The sample of each format: `<id>.ts` in the folder `samples`. */
export const SAMPLES: readonly NamedSample[] = await Promise.all(
  ALL_FORMATS.map(async ({ id }) => {
    const { sample } = (await import(`./samples/${id}.ts`)) as { readonly sample: FormatSample } // our own files
    return { format: id, ...sample }
  }),
)
