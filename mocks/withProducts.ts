/** For pathParameters.test.ts: the contract with three more endpoints, two of them with path parameters. */
export const withProducts = (contract: string) =>
  contract
    .replace(
      '  /cart:\n',
      `  /products/{id}:
    parameters:
      - $ref: "#/components/parameters/Id"
    get:
      tags: [Items]
      operationId: getProduct
      summary: Show an item
      description: Shows one item of the catalogue. An unknown id is refused.
      responses:
        "200":
          description: The item.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Item" }
        "4XX": { $ref: "#/components/responses/Refused" }
  /products/{id}/reviews/{nth}:
    put:
      tags: [Items]
      operationId: writeReview
      summary: Write a review
      description: Writes the review with this number.
      parameters:
        - $ref: "#/components/parameters/Id"
        - name: nth
          in: path
          required: true
          schema: { type: integer, minimum: 1 }
        - name: draft
          in: query
          schema: { type: boolean }
      requestBody:
        required: true
        content:
          application/json:
            # Any schema with a required field.
            schema: { $ref: "#/components/schemas/RemoveFromCartRequest" }
      responses:
        "2XX": { description: Written. }
        "4XX": { $ref: "#/components/responses/Refused" }
  /products/new:
    get:
      tags: [Items]
      operationId: getNewProducts
      summary: List new items
      responses:
        "200": { description: The new items. }
  /cart:
`,
    )
    .replace(
      '  securitySchemes:\n',
      `  parameters:
    Id:
      name: id
      in: path
      required: true
      description: The item's identifier.
      schema: { type: string, minLength: 2 }
  securitySchemes:
`,
    );
