import * as api from './api-areas.ts'

export { api }
export type Api = typeof api
