import { MONTY_VERSION } from '../version.js';

/** The licence of the binary, as its metadata name it; no licence file comes with it. */
export const LICENCE: string = `MIT License

Copyright (c) Pydantic Services Inc.

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

/** What is in the binary, and where that is listed. */
export const NOTICE: string = `monty ${MONTY_VERSION}, the binary of the Python package pydantic-monty-runtime
Source: https://github.com/pydantic/monty
Licence: MIT, see LICENSE beside this file

The binary is built from many Rust packages. sbom.cyclonedx.json beside this
file lists each with its version, its licence and where its source is.
`;
