import { z } from 'zod'
import { route } from '../route.ts'
import { projectParams } from '../schemas.ts'

export const namespaces = {
  list: route({
    method: 'GET',
    path: '/projects/:project/namespaces',
    action: 'project.read',
    summary: 'List the namespaces with the number of their keys',
    params: projectParams,
    reply: z.object({ namespaces: z.array(z.object({ name: z.string(), keys: z.number() })) }),
  }),
}
