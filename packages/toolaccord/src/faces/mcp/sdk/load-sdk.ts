import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import { toAuthInfo } from './caller.ts'
import { createSdkFactory } from './create-sdk-factory.ts'
import { createSessions } from './create-sessions.ts'

const parts = { createMcpHandler, isLegacyRequest, toAuthInfo, createSdkFactory, createSessions }

/** The parts of the lane of the SDK. */
export type SdkParts = typeof parts

/** Gives the parts that were loaded with this file, which is what bundlers take. */
export const loadSdk = async (): Promise<SdkParts> => parts
