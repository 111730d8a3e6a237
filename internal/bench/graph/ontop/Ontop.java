import it.unibz.inf.ontop.injection.OntopSQLOWLAPIConfiguration;
import it.unibz.inf.ontop.rdf4j.repository.OntopRepository;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.util.Properties;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.RepositoryConnection;

/** Answers SPARQL over a DuckDB file by Ontop: a query a line, "\n" within as a blank; prints its rows, a line each, and then an empty one. */
public class Ontop {
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("jdbc.url", "jdbc:duckdb:" + args[0]);
        properties.setProperty("jdbc.driver", "org.duckdb.DuckDBDriver");
        properties.setProperty("jdbc.property.duckdb.read_only", "true");
        OntopSQLOWLAPIConfiguration configuration = OntopSQLOWLAPIConfiguration.defaultBuilder()
            .nativeOntopMappingReader(new StringReader(mapping())).properties(properties).jdbcUser("").jdbcPassword("").build();
        try (OntopRepository repository = OntopRepository.defaultRepository(configuration)) {
            repository.init();
            try (RepositoryConnection connection = repository.getConnection()) {
                System.out.println("ready");
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                for (String query = in.readLine(); query != null; query = in.readLine()) {
                    try (TupleQueryResult result = connection.prepareTupleQuery(query).evaluate()) {
                        while (result.hasNext()) {
                            StringBuilder row = new StringBuilder();
                            BindingSet solution = result.next();
                            for (String name : result.getBindingNames()) {
                                row.append(row.length() > 0 ? "\t" : "").append(solution.getValue(name) == null ? "" : solution.getValue(name).stringValue());
                            }
                            System.out.println(row);
                        }
                        System.out.println();
                    }
                }
            }
        }
    }

    /** The classes and properties that the queries use, as the graph of askomop has them, but that rows are named by their ids. */
    static String mapping() {
        return "[PrefixDeclaration]\n: urn:omop:\nomop: https://w3id.org/omop/ontology/\nskos: http://www.w3.org/2004/02/skos/core#\n"
            + "concept: https://athena.ohdsi.org/search-terms/terms/\nxsd: http://www.w3.org/2001/XMLSchema#\n\n[MappingDeclaration] @collection [[\n"
            + map("person", ":person:{person_id} a omop:Person ; omop:has_gender concept:{gender_concept_id} .", "SELECT person_id, gender_concept_id FROM person")
            + map("drug", ":person:{person_id} omop:has_drug_exposure :drug:{drug_exposure_id} . :drug:{drug_exposure_id} omop:has_concept concept:{drug_concept_id} ; "
                + "omop:start_date {drug_exposure_start_date}^^xsd:date .", "SELECT person_id, drug_exposure_id, drug_concept_id, drug_exposure_start_date FROM drug_exposure")
            + map("condition", ":person:{person_id} omop:has_condition_occurrence :condition:{condition_occurrence_id} . :condition:{condition_occurrence_id} "
                + "omop:has_concept concept:{condition_concept_id} ; omop:start_date {condition_start_date}^^xsd:date .",
                "SELECT person_id, condition_occurrence_id, condition_concept_id, condition_start_date FROM condition_occurrence")
            + map("within", "concept:{descendant_concept_id} :within concept:{ancestor_concept_id} .", "SELECT descendant_concept_id, ancestor_concept_id FROM concept_ancestor")
            + map("name", "concept:{concept_id} skos:prefLabel {concept_name}^^xsd:string .", "SELECT concept_id, concept_name FROM concept")
            + "]]\n";
    }

    static String map(String id, String target, String source) {
        return "mappingId\t" + id + "\ntarget\t" + target + "\nsource\t" + source + "\n\n";
    }
}
