import { z } from 'zod'

/** Pages of the interface may not make code out of text: their policy refuses it, and zod would try. */
if ('document' in globalThis) z.config({ jitless: true })
