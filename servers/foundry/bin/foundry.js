#!/usr/bin/env node
import '../dist/node/bin.js'
