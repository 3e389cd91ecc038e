#!/usr/bin/env node
import '../dist/node/program/bin.js'
