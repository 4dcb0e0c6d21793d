import { z } from 'zod'

/** The content security policy of the interface forbids `eval`, which zod would try to use. */
if ('document' in globalThis) z.config({ jitless: true })
