export { type Config, ConfigError, readConfig } from './config.ts'
export type { Deps, Log } from './deps.ts'
export { type RunningServer, type ServerOptions, StartError, startServer } from './main.ts'
export { type Inspection, inspectFolder } from './sources/folder/inspect-folder.ts'
